// Where the record lies in the browser's storage, and by which names.

export const folderOf = (scope) => `takuroku ${encodeURIComponent(new URL(scope).pathname)}`;
// The first needs the others as long as they are not empty.
export const RECORD = ["takuroku.db", "takuroku.db-wal", "takuroku.db-journal"];
export const COOKIES_AND_KEY = ["pocket.db", "pocket.db-journal"];
