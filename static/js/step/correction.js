// A correction of what was entered: what its row becomes, what changes beyond it, and the question whether it may.
import { all } from "../core/elements.js";
import { enhanceList } from "./corrected-list.js";
import { onPreview } from "./preview.js";

export function enhanceCorrection(form) {
  const list = form.querySelector("[data-list]");
  if (list) enhanceList(form, list);
  const becomes = form.querySelector("[data-becomes]");
  // While a number is wrong the last answer stays, in the line of what the row becomes unseen: nothing jumps, and what is
  // tapped moves with neither.
  onPreview(form, (answer) => {
    becomes?.classList.toggle("outdated", !answer.message);
    if (becomes && answer.message) becomes.textContent = answer.message;
    if (answer.changes !== undefined) for (const line of all(form, "[data-changes]")) line.textContent = answer.changes;
  });
}
