// How long the game still is: the number, its slider and the bars are one. What each number of deals means, its bar has.
import { all, fill, fire } from "../core/elements.js";

export function enhance(form) {
  const places = all(form, "[data-length]");
  const update = () => show(form, places);
  for (const place of places) steps(place, update);
  form.querySelector("ol")?.addEventListener("click", ({ target }) => {
    const bar = target.closest("[data-left]");
    if (bar) change(form.elements.left, bar.dataset.left);
  });
  update();
}

function steps(place, update) {
  const number = place.querySelector("[type=text]");
  const slider = place.querySelector("[type=range]");
  for (const button of all(place, "[data-by]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const { low, high } = number.dataset;
      change(number, Math.min(high, Math.max(low, Number(number.value) + Number(button.dataset.by))));
    });
  }
  if (slider) {
    slider.hidden = false;
    slider.addEventListener("input", () => change(number, slider.value));
  }
  number.addEventListener("input", () => {
    if (slider) slider.value = number.value;
    update();
  });
}

function change(number, value) {
  number.value = value;
  fire(number, "input");
}

function show(form, places) {
  const { value } = places[0].querySelector("[type=text]");
  const bars = all(form, "[data-left]");
  const last = bars.find((bar) => bar.dataset.left === value);
  for (const bar of bars) bar.classList.toggle("out", Number(bar.dataset.left) > Number(value));
  for (const part of all(form, "[data-tell]")) part.textContent = last?.dataset[part.dataset.tell] ?? "";
  const button = [...form.elements].at(-1);
  const target = places[0].dataset.length;
  const says = target ? value && fill(target, { n: value }) : last?.dataset.ends;
  button.textContent = (places.length === 1 && says) || button.dataset.else;
}
