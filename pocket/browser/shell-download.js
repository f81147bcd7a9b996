// What is to be kept as a file: a browser asks the network itself for what a link with `download` leads to, past the
// service worker, where it is not.

const KEPT_FOR = 60000;

export async function save(link) {
  const { href, download } = link;
  const answer = await fetch(href);
  // What went wrong is a page, to be read.
  if (!answer.ok) return link.ownerDocument.location.assign(href);
  offer(await answer.blob(), download || named(answer) || "takuroku");
}

export function offer(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}

const named = (answer) => /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1];
