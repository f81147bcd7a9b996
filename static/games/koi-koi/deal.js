// The deal: the brights on the field, tapped or counted, and the hands that end the month at once.
import { wait } from "../../js/step/waiting.js";
import { all, changed, onFields, showGains } from "./fields.js";

// Returns what shows the server's preview: `over` is what it says of a month that a dealt hand ends.
export function enhanceDeal(form, deal) {
  const lights = deal.querySelector("[data-lights]");
  // Where the month that it ended is corrected.
  const paid = deal.querySelector("[data-paid]");
  const correcting = "correcting" in form.dataset;
  let over = "";
  const update = () => {
    const missing = lights && !over && !lights.querySelector("input:checked");
    wait(form, deal, missing && lights.dataset.sayLights, !correcting && over);
  };
  if (lights) tapLights(form, lights);
  onFields(form, update);
  return (answer) => {
    if (paid) showGains(paid, answer);
    over = answer.numbers?.length ? answer.said : "";
    if (lights) lights.querySelector("[data-spare]").hidden = !over;
    update();
  };
}

// Tapped brights set their number on the field.
function tapLights(form, lights) {
  const radios = all(lights, "input");
  const five = lights.querySelector("[data-five]");
  five.removeAttribute("aria-hidden");
  five.setAttribute("role", "group");
  five.setAttribute("aria-label", five.dataset.five);
  const cards = all(five, "[data-light]").map(asButton);
  const pressed = () => cards.filter((card) => card.getAttribute("aria-pressed") === "true");
  five.addEventListener("click", (event) => {
    const card = event.target.closest("button");
    if (!card) return;
    card.setAttribute("aria-pressed", card.getAttribute("aria-pressed") !== "true");
    const number = String(pressed().length);
    for (const radio of radios) radio.checked = radio.value === number;
    changed(five);
  });
  // A number entered otherwise doesn't tell which brights: mark none.
  onFields(form, () => {
    const number = radios.find((radio) => radio.checked)?.value;
    if (String(pressed().length) !== number) for (const card of cards) card.setAttribute("aria-pressed", "false");
  });
}

function asButton(picture) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = picture.className;
  button.setAttribute("aria-label", picture.dataset.light);
  button.setAttribute("aria-pressed", "false");
  button.append(...picture.childNodes);
  picture.replaceWith(button);
  return button;
}
