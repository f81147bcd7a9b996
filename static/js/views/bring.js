// The form that imports a file: also takes one that another app shared, or that was opened with this app. It is imported
// only by a tap. In the place of the form who may not import has a line that says so, and who has no access another page:
// there what was shared is forgotten.
import { tell } from "../core/announce.js";
import { fill } from "../core/words.js";
import { takeShared } from "../sync/shared.js";
import { uploadOnce } from "../sync/upload-once.js";

export function enhance(place) {
  const came = place.localName === "form" ? (files) => offer(place, files) : () => (place.hidden = false);
  if (place.localName === "form") uploadOnce(place);
  take(came);
  addEventListener("hashchange", () => take(came));
  globalThis.launchQueue?.setConsumer(async ({ files }) => files.length && came(await Promise.all(files.map((handle) => handle.getFile()))));
}

async function take(came) {
  const shared = await takeShared();
  if (shared) came(shared.files);
}

function offer(form, [file, ...others]) {
  const [field, button] = ["input[type=file]", "button"].map((part) => form.querySelector(part));
  if (file) {
    const files = new DataTransfer();
    files.items.add(file);
    field.files = files.files;
    field.dispatchEvent(new Event("change"));
    button.classList.toggle("main", field.validity.valid);
  }
  const line = form.querySelector("[data-said]") ?? document.createElement("p");
  line.dataset.said = "";
  const chosen = others.length ? form.dataset.sayFirst : form.dataset.sayShared;
  // One that is too large is told so at once.
  line.textContent = file ? field.validationMessage || fill(chosen, { name: file.name, number: others.length + 1 }) : form.dataset.sayUnread;
  button.before(line);
  tell([line.textContent]);
  (file && field.validity.valid ? button : field).focus();
}
