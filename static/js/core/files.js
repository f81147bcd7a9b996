// Files that come into this phone and leave it, and forms that send what takes its time.
import { make } from "./elements.js";

// What is wrong with a file or a code, by the name under which the page has words for it.
export const named = (name, cause) => Object.assign(new Error(name, { cause }), { name });

// Takes what another app shared, once: { files, text } as share-target.js has kept it, null where the address says that
// nothing was.
export async function takeShared() {
  if (location.hash !== "#shared") return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  const shared = { files: [], text: "" };
  if (!globalThis.caches) return shared;
  const name = `${document.body.dataset.root} shared`;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const called = kept.headers.get("X-Name");
    if (called === null) shared.text = await kept.text();
    else shared.files.push(new File([await kept.blob()], decodeURIComponent(called), { type: kept.headers.get("Content-Type") ?? "" }));
  }
  await caches.delete(name);
  return shared;
}

// Milliseconds after which a download surely has its file.
const KEPT_FOR = 60_000;

// The first of these files that the share sheet takes leaves the phone by that, or else the first as a download. Whether it
// is on its way: sharing that is called off is not.
export async function shareFile(...files) {
  const shareable = files.find((file) => navigator.canShare?.({ files: [file] }));
  if (!shareable) return download(files[0]);
  try {
    await navigator.share({ files: [shareable] });
    return true;
  } catch (error) {
    if (error.name === "AbortError") return false;
    throw error;
  }
}

export function download(file) {
  const link = make("a", { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
  return true;
}

// Sends files to import only once, and none that is too large for the site.
export function uploadOnce(form) {
  const file = form.querySelector("input[type=file]");
  const isTooLarge = () => [...file.files].some((each) => each.size > Number(form.dataset.bring));
  file.addEventListener("change", () => file.setCustomValidity(isTooLarge() ? form.dataset.sayTooLarge : ""));
  sendOnce(form, form.dataset.sayWait);
}

// A second tap would only be a second time.
export function sendOnce(form, words) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sending) return event.preventDefault();
    form.dataset.sending = "yes";
    form.setAttribute("aria-busy", "true");
    (event.submitter ?? form.querySelector("button")).textContent = words;
  });
}
