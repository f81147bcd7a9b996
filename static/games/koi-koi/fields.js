// The fields of a month: what they say is read from them each time.
import { fire } from "../../js/core/elements.js";
import { showPaid } from "../../js/tools/hanafuda.js";

export const changed = (field) => fire(field, "input");

// Whether anything was entered: a tick, or a number of something.
export const begun = (form) =>
  [...form.elements].some((field) => (field.checked ? field.value !== "" : field.type === "number" && Number(field.value) > 0));

// Whatever was typed, or set by the script: the fields say it.
export function onFields(form, update) {
  for (const kind of ["input", "change", "restored"]) form.addEventListener(kind, update);
  update();
}

// Shows the sum with its working, or why there is none; returns the seat that gains.
export function showGains(paid, answer) {
  const numbers = answer.numbers ?? [];
  const gains = numbers.findIndex((points) => points > 0);
  if (!numbers.length) showPaid(paid, "", answer.problems?.[0] ?? "");
  else showPaid(paid, numbers[gains] ?? 0, answer.briefs[Math.max(gains, 0)]);
  return gains;
}
