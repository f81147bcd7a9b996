// The start screen, before the page is there: progress, or an error with what can be done.
import { pageCame } from "./double-tap.js";
import { button, megabytes, paragraph, write } from "./words.js";

const at = (id) => document.querySelector(`#${id}`);

// A fast start shows nothing.
const SAY_STAGE_AFTER = 700;
let latest = null;

export function tellStage(stage) {
  latest = stage;
  setTimeout(() => latest === stage && tell([[`stage.${stage}`]]), at("said").childElementCount ? 0 : SAY_STAGE_AFTER);
}

export function tellProgress({ done, of }) {
  latest = null;
  at("coming").hidden = false;
  if (of === 0) return;
  at("progress").value = done / of;
  tell([["first.what", { size: megabytes(of) }]]);
  write(at("bytes"), "first.progress", { done: megabytes(done), of: megabytes(of) });
}

export function endProgress() {
  at("coming").hidden = true;
}

// Shows sentences with buttons.
export function tell(sentences, actions = [], detail = "") {
  latest = null;
  const paragraphs = sentences.map(([name, values]) => paragraph(name, values));
  const said = paragraphs.map(({ textContent }) => textContent).join("");
  const hadFocus = at("acts").contains(document.activeElement);
  if (at("said").textContent !== said) at("said").replaceChildren(...paragraphs);
  at("acts").replaceChildren(...actions.map(([name, act]) => button(name, act)), ...told(detail));
  pageCame();
  at("start").classList.toggle("failed", sentences.length > 1);
  const main = at("acts").querySelector("button");
  main?.classList.add("main");
  if (hadFocus) main?.focus();
}

function told(detail) {
  if (!detail) return [];
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  details.append(write(summary, "detail"), Object.assign(document.createElement("p"), { textContent: detail }));
  return [details];
}
