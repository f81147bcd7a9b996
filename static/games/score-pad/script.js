// The score pad: moves to the next number after each, and fills in zeros.
import { onwards } from "../../js/step/onwards.js";
import { wait } from "../../js/step/waiting.js";

export function enhance(main) {
  for (const pad of main.querySelectorAll("[data-pad]")) enhancePad(pad);
}

function enhancePad(pad) {
  const form = pad.closest("form");
  const inputs = [...pad.querySelectorAll("input")];
  const rest = form.querySelector("[data-rest]");
  const update = () => {
    const empty = inputs.filter((input) => !input.value.trim()).length;
    rest.hidden = empty === 0 || empty === inputs.length;
    wait(form, pad, empty > 0);
  };
  const typed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));
  onwards(inputs);
  rest.addEventListener("click", () => {
    for (const input of inputs) if (!input.value.trim()) input.value = "0";
    typed(inputs[0]);
  });
  form.addEventListener("input", update);
  form.addEventListener("restored", update);
  update();
}
