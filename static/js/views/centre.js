// The centre view: counts tricks during the hand, one for each tap on a name. They are stored as the draft of the
// sheet's next step, which opens with them filled in. A player's phone counts and sends only for its own seats.
import { all } from "../core/elements.js";
import { movesIn } from "../step/draft.js";
import { drafted, storeDraft } from "../sync/storage.js";

export function enhance(page) {
  const { sheet, turn, most } = page.dataset;
  const buttons = all(page, "[data-tap]");
  const names = [...new Set(buttons.map((button) => button.dataset.tap))];
  const untap = page.querySelector("[data-untap]");
  let taps = [];
  let first = [];

  const counted = () => {
    const last = new Map(taps.at(-1) ?? first);
    return new Map(names.map((name) => [name, Number(last.get(name)?.[0] ?? 0)]));
  };
  const show = () => {
    const counts = counted();
    const sum = [...counts.values()].reduce((all, count) => all + count, 0);
    const complete = sum >= Number(most ?? Infinity);
    for (const button of buttons) {
      button.querySelector("[data-count]").textContent = counts.get(button.dataset.tap);
      button.hidden = false;
      button.disabled = complete || counts.get(button.dataset.tap) >= Number(button.dataset.high);
    }
    for (const form of page.querySelectorAll("[data-tells]")) {
      const count = counts.get(form.dataset.tells);
      form.hidden = false;
      form.querySelector("[data-count-input]").value = count;
      form.querySelector("[data-count]").textContent = count;
    }
    for (const part of page.querySelectorAll("[data-sum-of]")) {
      part.hidden = false;
      part.querySelector("[data-counted]").textContent = sum;
    }
    untap.hidden = taps.length === 0;
    page.querySelector("[data-save]")?.classList.toggle("main", complete);
  };
  const keep = (changed) => {
    taps = changed;
    storeDraft(sheet, turn, taps);
    show();
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const counts = counted();
      counts.set(button.dataset.tap, counts.get(button.dataset.tap) + 1);
      // What was tapped on the sheet beside the tricks stays entered.
      const beside = (taps.at(-1) ?? first).filter(([name]) => !counts.has(name));
      keep([...taps, [...beside, ...[...counts].map(([name, count]) => [name, [String(count)]])]]);
    });
  }
  untap.addEventListener("click", () => keep(taps.slice(0, -1)));
  show();
  // What is tapped before that is newer.
  drafted({ sheet, turn, earlier: movesIn(page) }).then(({ taps: before, carried }) => {
    if (taps.length) return;
    taps = before;
    first = carried ?? [];
    show();
  });
}
