// Lines above the page, each with its buttons.
import { button, paragraph } from "./words.js";

const place = document.querySelector("#lines");

export function addLine(id, words, actions) {
  // A line that is shown already is not added again.
  if (place.querySelector(`[data-line="${id}"][data-words="${words}"]`)) return;
  removeLine(id);
  const line = document.createElement("div");
  line.className = "line";
  Object.assign(line.dataset, { line: id, words });
  const acts = document.createElement("div");
  acts.append(...actions.map(([name, act]) => button(name, act)));
  line.append(paragraph(words), acts);
  place.append(line);
}

// With `words` only while it says these.
export function removeLine(id, words) {
  place.querySelector(`[data-line="${id}"]${words ? `[data-words="${words}"]` : ""}`)?.remove();
}
