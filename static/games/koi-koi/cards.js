// The two piles of a month, tapped on their boards, and the yaku by name beside them.
import { showTold, taken, teller } from "../../js/tools/hanafuda.js";
import { all, begun, changed } from "./fields.js";

// The yaku by name, or one of the two piles: what is not shown is not sent.
export function cardsByTap(form, month, seats, onTold) {
  const tabs = all(month, "[data-tab]");
  const parts = Object.fromEntries(all(month, "[data-part]").map((part) => [part.dataset.part, part]));
  const piles = Object.values(parts).filter((part) => part.dataset.part in seats);
  const other = (part) => piles.find((pile) => pile !== part);
  let shown = null;
  parts.yaku.querySelector("legend").className = "visually-hidden";

  for (const part of piles) {
    part.open = true;
    part.querySelector("summary").hidden = true;
    part.tell = teller(
      part.dataset.yaku,
      () => new URLSearchParams([...taken(part).map((code) => ["card", code]), ...taken(other(part)).map((code) => ["gone", code])]),
      (answer) => {
        showTold(part, answer);
        if (part.dataset.part === shown) onTold(shown, answer);
      },
    );
    part.querySelector(".board").addEventListener("change", (event) => take(part, event.target));
  }
  // A card is in one pile only: a tap here takes it from the other.
  const take = (part, input) => {
    if (input.checked) other(part).querySelector(`input[value="${input.value}"]`).checked = false;
    update();
    for (const pile of piles) pile.tell();
  };
  const update = () => {
    for (const [name, part] of Object.entries(parts)) part.hidden = name !== shown;
    parts.yaku.disabled = shown in seats;
    for (const part of piles) {
      part.querySelector("[data-pile]").disabled = !(shown in seats);
      const gone = new Set(taken(other(part)));
      for (const input of all(part, ".board input")) input.parentElement.classList.toggle("gone", gone.has(input.value));
    }
    for (const tab of tabs) {
      tab.setAttribute("aria-pressed", tab.dataset.tab === shown);
      const count = tab.querySelector("[data-count]");
      if (count) count.textContent = taken(parts[tab.dataset.tab]).length || "";
    }
  };
  const show = (name) => {
    shown = name;
    update();
    if (name in seats && taken(parts[name]).length) parts[name].tell();
    else onTold(name, null);
    if (begun(form)) changed(month);
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => {
      show(tab.dataset.tab);
      if (shown in seats) tab.parentElement.scrollIntoView({ block: "start" });
    });
  }
  month.querySelector("[data-tabs]").hidden = false;

  // Nothing is shown until it is wanted, but what was entered already, or is wrong.
  const filled = (part) => part.querySelector(".wrong, [type=checkbox]:checked") || all(part, "[type=number]").some((input) => input.value);
  const reread = () => {
    const first = filled(parts[shown] ?? parts.yaku) ? shown ?? "yaku" : [...piles, parts.yaku].find(filled)?.dataset.part ?? shown;
    if (first) show(first);
    else update();
  };
  form.addEventListener("restored", reread);
  reread();
  // When the winner is named, their yaku are next; where cards are tapped, their cards.
  const turnTo = (winner) => {
    if (!(winner in seats)) return;
    if (shown === null) show("yaku");
    else if (shown in seats && winner !== shown && !taken(parts[shown]).length) show(winner);
  };
  return { turnTo };
}
