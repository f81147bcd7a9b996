// The record as it lies in the browser's storage, to be taken along where the site itself does not start any more.

const FOLDER = (scope) => `takuroku ${encodeURIComponent(scope.pathname)}`;
// The second belongs to the first while it is not empty.
const NAMES = ["takuroku.db", "takuroku.db-wal", "takuroku.db-journal"];

// What there is of it; nothing where the storage is not to be had.
export async function recordFiles(scope) {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER(scope));
    const found = NAMES.map((name) => folder.getFileHandle(name).then((file) => file.getFile()).catch(() => null));
    return (await Promise.all(found)).filter((file) => file?.size);
  } catch {
    return [];
  }
}

export function download(files) {
  for (const file of files) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
}
