// A correction tells what its row becomes, and what it will change beyond it.
import { onPreview } from "./preview.js";

export function foretell(form) {
  const changes = form.querySelector("[data-changes]");
  const becomes = form.querySelector("[data-becomes]");
  // While a number is still wrong the last answer stands: the bar does not jump.
  onPreview(form, (answer) => {
    if (becomes) becomes.textContent = answer.said ?? "";
    if (answer.changes !== undefined) changes.textContent = answer.changes;
  });
}
