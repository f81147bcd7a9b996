// The folder and names of the record's files in the browser's storage.

export const folderOf = (scope) => `takuroku ${encodeURIComponent(new URL(scope).pathname)}`;
// The first is complete only with the others, unless they are empty.
export const RECORD = ["takuroku.db", "takuroku.db-wal", "takuroku.db-journal"];
export const COOKIES_AND_KEY = ["pocket.db", "pocket.db-journal"];
