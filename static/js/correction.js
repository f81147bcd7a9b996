// A correction tells what it will change beyond its own row.
import { onPreview } from "./preview.js";

export function foretell(form) {
  const changes = form.querySelector("[data-changes]");
  onPreview(form, form.dataset.preview, (answer) => changes.replaceChildren(answer.changes ?? ""));
}
