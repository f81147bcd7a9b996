// The form that imports a file: also takes one that another app shared, or that was opened with this app. It is imported
// only by a tap. Who may not import has a line in the place of the form, which says so.
import { tell } from "../core/announce.js";
import { fill } from "../core/words.js";
import { takeShared } from "../sync/shared.js";
import { uploadOnce } from "../sync/upload-once.js";

export function enhance(place) {
  const came = place.localName === "form" ? (file) => offer(place, file) : () => (place.hidden = false);
  if (place.localName === "form") uploadOnce(place);
  take(came);
  addEventListener("hashchange", () => take(came));
  globalThis.launchQueue?.setConsumer(async ({ files: [handle] }) => handle && came(await handle.getFile()));
}

async function take(came) {
  const shared = await takeShared();
  if (shared) came(shared.files[0]);
}

function offer(form, file) {
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
  // One that is too large is told so at once.
  line.textContent = file ? field.validationMessage || fill(form.dataset.sayShared, { name: file.name }) : form.dataset.sayUnread;
  button.before(line);
  tell([line.textContent]);
  (file && field.validity.valid ? button : field).focus();
}
