// The form that imports files: also takes those that another app shared, or that were opened with this app. They are imported
// only by a tap. In the place of the form who may not import has a line that says so, and who has no access another page:
// there what was shared is forgotten.
import { takeShared, uploadOnce } from "../core/files.js";
import { fill, tell } from "../core/elements.js";

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

// Files are chosen by script; `words` say so, if not the form's own.
export function offer(form, shared, words) {
  const [field, button] = ["input[type=file]", "button"].map((part) => form.querySelector(part));
  const files = shared.filter(({ type }) => !/^(image|video)\//.test(type));
  const [first] = files;
  if (first) {
    const chosen = new DataTransfer();
    for (const file of files) chosen.items.add(file);
    field.files = chosen.files;
    field.dispatchEvent(new Event("change"));
    button.classList.toggle("main", field.validity.valid);
  }
  const line = form.querySelector("[data-report]") ?? document.createElement("p");
  line.dataset.report = "";
  const text = files.length > 1 ? form.dataset.saySeveral : form.dataset.sayShared;
  // One that is too large is refused at once.
  line.textContent = first ? field.validationMessage || fill(words ?? text, { name: first.name, number: files.length }) : form.dataset.sayUnread;
  button.before(line);
  tell([line.textContent]);
  (first && field.validity.valid ? button : field).focus();
}
