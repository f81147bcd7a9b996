import { folderOf } from "../engine/record-files.js";

// The folder of the check's own files in the browser's storage, beside that of the record.
export const folderOfCheck = (scope) => `${folderOf(scope)} check`;
