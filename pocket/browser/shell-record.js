// The record as it lies in the browser's storage, to be taken along where the site itself does not start any more.
import { folderOf, RECORD } from "./record-files.js";
import { offer } from "./shell-download.js";

// What there is of it; nothing where the storage is not to be had.
export async function recordFiles(scope) {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(folderOf(scope));
    const found = RECORD.map((name) => folder.getFileHandle(name).then((file) => file.getFile()).catch(() => null));
    return (await Promise.all(found)).filter((file) => file?.size);
  } catch {
    return [];
  }
}

export function download(files) {
  for (const file of files) offer(file, file.name);
}
