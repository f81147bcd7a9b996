// A month's yaku by name, or by tapping the cards of who is marked: their own and the other's lie on one board.
import { all } from "../../js/core/elements.js";
import { showTold, taken, teller } from "../../js/tools/hanafuda.js";
import { begun, changed } from "./fields.js";

// What is not shown of the two ways is not sent. `onTold` is called when the server has told what a pile makes.
export function cardsByTap(form, month, seats, winner, onTold) {
  const parts = Object.fromEntries(all(month, "[data-part]").map((part) => [part.dataset.part, part]));
  const piles = Object.keys(seats).map((seat) => parts[seat]);
  const other = (part) => piles.find((pile) => pile !== part);
  const choices = all(month, ".stops input");
  const toggle = month.querySelector("[data-switch]");
  let view = month.dataset.view;

  for (const part of piles) {
    part.open = true;
    part.querySelector("summary").hidden = true;
    part.tell = teller(
      part.dataset.yaku,
      () => {
        const own = taken(part);
        // What seats have tapped may lie in both piles.
        const gone = taken(other(part)).filter((code) => !own.includes(code));
        return new URLSearchParams([...own.map((code) => ["card", code]), ...gone.map((code) => ["gone", code])]);
      },
      (answer) => {
        part.makes = answer.yaku.length;
        showTold(part, answer);
        onTold();
      },
    );
    part.querySelector(".board").addEventListener("change", ({ target }) => take(part, target));
  }
  // A card is in one pile only: a tap here takes it from the other.
  const take = (part, input) => {
    if (input.checked) other(part).querySelector(`input[value="${input.value}"]`).checked = false;
    if (winner() === null) choices.find(({ value }) => value === part.dataset.part).checked = true;
    for (const pile of piles) pile.tell();
  };

  const byCards = () => view === "cards";
  // Whose cards are on the board; nobody's where nobody stopped.
  const owner = () => winner() ?? month.dataset.oya;
  const show = () => {
    const nobody = winner() === "nobody";
    month.querySelector("[data-calls]").hidden = byCards() && !nobody;
    parts.yaku.hidden = parts.yaku.disabled = byCards() || nobody;
    for (const part of piles) {
      part.hidden = !byCards() || part.dataset.part !== owner();
      part.querySelector("[data-pile]").disabled = !byCards();
      const gone = new Set(taken(other(part)));
      for (const input of all(part, ".board input")) {
        const card = input.parentElement;
        card.classList.toggle("gone", gone.has(input.value));
        card.dataset.of = seats[other(part).dataset.part].initial;
      }
    }
    for (const choice of choices) {
      choice.parentElement.classList.toggle("shown", byCards() && choice.value === owner());
      const count = choice.parentElement.querySelector("[data-count]");
      const cards = byCards() && count ? taken(parts[choice.value]).length : 0;
      if (count) count.textContent = cards || "";
    }
    for (const to of all(toggle, "[data-to]")) to.hidden = to.dataset.to === view;
  };
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    view = byCards() ? "names" : "cards";
    show();
    if (begun(form)) changed(month);
  });
  const named = () => all(parts.yaku, "input").some((input) => (input.type === "number" ? input.value : input.type === "checkbox" && input.checked));
  const isWrong = (part) => part.querySelector(".wrong");
  const filled = (way) => (way === "cards" ? piles.some((part) => taken(part).length || isWrong(part)) : named() || isWrong(parts.yaku));
  // What was entered already, or is wrong, is shown.
  const reread = () => {
    if (!filled(view)) view = ["cards", "names"].find(filled) ?? view;
    for (const part of piles) if (taken(part).length) part.tell();
    show();
  };
  form.addEventListener("restored", reread);
  reread();
  const hasYaku = () => (byCards() ? taken(parts[owner()]).length > 0 && parts[owner()].makes !== 0 : named());
  return { show, byCards, hasYaku };
}
