// The score pad: its numbers from keys of its own, the next one after each, and zeros for the rest.
import { all, fire, onFields } from "../../js/core/elements.js";
import { inOrder, missing, wait } from "../../js/step/tray.js";
import { numberTray, onwards } from "../../js/step/number-fields.js";
import { added, begun, sumOf } from "../../js/step/sums.js";

export function enhance(form) {
  for (const pad of form.querySelectorAll("[data-pad]")) enhancePad(pad);
}

function enhancePad(pad) {
  const form = pad.closest("form");
  const seats = inOrder(pad, all(pad, "[data-seat]").map(seatOf));
  const inputs = seats.map(({ input }) => input);
  const rest = pad.querySelector("[data-rest]");
  onwards(inputs);
  const begin = numberTray(pad, seats, { sums: { added, begun, sumOf } });
  form.addEventListener("restored", begin);
  begin();
  rest?.addEventListener("click", () => {
    for (const input of inputs) if (!input.value.trim()) input.value = "0";
    fire(inputs[0], "input");
  });
  const showMissing = () => "sayNext" in pad.dataset && wait(form, pad, missing(pad, seats));
  onFields(form, showMissing);
  pad.addEventListener("marked", showMissing);
}

function seatOf(row) {
  const input = row.querySelector("input");
  return { row, input, value: () => input.value.trim() };
}
