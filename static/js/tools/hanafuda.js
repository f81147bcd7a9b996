// A pile of tapped hanafuda cards: shows the yaku that the server finds in it.
import { all, make } from "../core/elements.js";

export const taken = (place) => all(place, ".board input:checked").map((input) => input.value);

// The yaku that stand, what is a card away, and on the board the cards that would make it.
export function showResult(place, answer) {
  const line = (text, points) => make("li", {}, text, ...(points === undefined ? [] : [" ", make("b", {}, points)]));
  const result = place.querySelector("[data-say-void]");
  const struck = (name) => make("li", { className: "void" }, make("s", {}, name), ` ${result.dataset.sayVoid}`);
  place.querySelector("[data-made]").replaceChildren(...answer.yaku.map((yaku) => line(yaku.name, yaku.points)), ...answer.void.map(struck));
  place.querySelector("[data-away]").replaceChildren(...answer.away.map((hint) => line(hint.text)));
  const wanted = new Set(answer.away.flatMap((hint) => hint.cards));
  for (const input of place.querySelectorAll(".board input")) {
    input.parentElement.classList.toggle("wanted", wanted.has(input.value));
  }
}

export function showPaid(paid, points, working) {
  paid.querySelector("[data-points]").textContent = points;
  paid.querySelector("[data-working]").textContent = working;
}
