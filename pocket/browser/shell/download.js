// Saves downloads: for a link with `download` the browser bypasses the service worker, so this fetches the file.
// An app on an iPhone's home screen has no list of downloads: there files go to the share sheet.
import { folderOf, RECORD } from "../engine/record-files.js";

const KEPT_FOR = 60000;
const sharesFiles = Boolean(navigator.standalone && navigator.canShare);

export async function save(link) {
  const { href, download } = link;
  const answer = await fetch(href);
  // An error is a page, to be shown.
  if (!answer.ok) return link.ownerDocument.location.assign(href);
  const body = await answer.blob();
  offer([new File([body], download || named(answer) || "takuroku", { type: body.type })]);
}

// Resolves to whether they were taken.
export async function offer(files) {
  if (sharesFiles && navigator.canShare({ files })) {
    try {
      await navigator.share({ files });
      return true;
    } catch (error) {
      // Called off, or another share sheet is open.
      if (["AbortError", "InvalidStateError"].includes(error.name)) return false;
    }
  }
  for (const file of files) download(file);
  return true;
}

function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}

const named = (answer) => /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1];

// --- the record's files from the browser's storage, for when the site no longer starts ----------------

// The files that exist, as they are now; none if the storage is not available.
export async function recordFiles(scope) {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(folderOf(scope));
    const found = RECORD.map((name) => folder.getFileHandle(name).then((file) => file.getFile()).catch(() => null));
    const files = (await Promise.all(found)).filter((file) => file?.size);
    // In memory: the next start may change what is in the storage while a download still reads.
    return await Promise.all(files.map(async (file) => new File([await file.arrayBuffer()], file.name)));
  } catch {
    return [];
  }
}
