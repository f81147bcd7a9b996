// The score pad: moves to the next number after each, and fills in zeros.
import { onwards } from "../../js/step/onwards.js";
import { inOrder, missing } from "../../js/step/tray.js";
import { wait } from "../../js/step/waiting.js";

export function enhance(main) {
  for (const pad of main.querySelectorAll("[data-pad]")) enhancePad(pad);
}

function enhancePad(pad) {
  const form = pad.closest("form");
  const seats = inOrder(pad, [...pad.querySelectorAll("[data-seat]")].map(seatOf));
  const inputs = seats.map(({ input }) => input);
  const rest = pad.querySelector("[data-rest]");
  const update = () => {
    wait(form, pad, missing(pad, seats));
  };
  onwards(inputs);
  rest.addEventListener("click", () => {
    for (const input of inputs) if (!input.value.trim()) input.value = "0";
    inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("input", update);
  form.addEventListener("restored", update);
  update();
}

function seatOf(row) {
  const input = row.querySelector("input");
  return { row, input, value: () => input.value.trim() };
}
