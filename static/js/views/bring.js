// The form that imports a file: also takes one that another app shared, or that was opened with this app. It is imported
// only by a tap.
import { tell } from "../core/announce.js";
import { fill } from "../core/words.js";
import { takeShared } from "../sync/shared.js";
import { uploadOnce } from "../sync/upload-once.js";

export function enhance(form) {
  uploadOnce(form);
  take(form);
  addEventListener("hashchange", () => take(form));
  globalThis.launchQueue?.setConsumer(async ({ files: [handle] }) => handle && offer(form, await handle.getFile()));
}

async function take(form) {
  const shared = await takeShared();
  if (shared) offer(form, shared.files[0]);
}

function offer(form, file) {
  const [field, button] = ["input[type=file]", "button"].map((part) => form.querySelector(part));
  if (file) {
    const files = new DataTransfer();
    files.items.add(file);
    field.files = files.files;
    field.dispatchEvent(new Event("change"));
    button.classList.add("main");
  }
  const line = form.querySelector("[data-said]") ?? document.createElement("p");
  line.dataset.said = "";
  line.textContent = file ? fill(form.dataset.sayShared, { name: file.name }) : form.dataset.sayUnread;
  button.before(line);
  tell([line.textContent]);
  (file ? button : field).focus();
}
