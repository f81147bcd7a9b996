-- A role for the site that may keep score and nothing else: not change the log, nor its triggers, nor a table. As the owner:
--   psql --set=ON_ERROR_STOP=1 --file=docs/operating/second-role.sql postgresql://takuroku@/takuroku
-- It must exist (createuser takuroku_site), and the tables too. Again after an update: a new table wants its grants.
-- What was deleted leaves the log by the owner's hand alone: python -m store purge, with the owner's address.
GRANT USAGE ON SCHEMA public TO takuroku_site;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO takuroku_site;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO takuroku_site;
REVOKE UPDATE, DELETE ON action FROM takuroku_site;
REVOKE INSERT, UPDATE, DELETE ON migration FROM takuroku_site;
