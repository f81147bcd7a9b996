// A correction tells what it will change beyond its own row.
import { onPreview } from "./preview.js";

export function foretell(form) {
  const changes = form.querySelector("[data-changes]");
  // While a number is still wrong the last answer stands: the bar does not jump.
  onPreview(form, form.dataset.preview, (answer) => {
    if (answer.changes !== undefined) changes.textContent = answer.changes;
  });
}
