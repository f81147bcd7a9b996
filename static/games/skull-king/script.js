// Skull King: the tray has a key for each thing that the marked player may have caught; a tap counts one more, and after
// the last of the pack none. What becomes of it the server says, as it scores it.
import { all, fill, fire, isolated, onFields, tell } from "../../js/core/elements.js";
import { onPreview } from "../../js/step/preview.js";
import { nameIn } from "../../js/step/tray.js";

const LOOT_CARDS = [0, 1];

export function enhance(form) {
  const group = form.querySelector(":is([data-counters], [data-list]):has([data-bonuses])");
  if (group) bonuses(group, form);
}

function bonuses(group, form) {
  const tray = group.querySelector("[data-bonuses]");
  const line = tray.querySelector("[data-reason]");
  const keys = tray.querySelector("[data-keys]");
  const allies = tray.querySelector("[data-allies]");
  let news = {};
  let saying = false;

  const row = () => group.querySelector("[data-seat][aria-current]");
  const seat = () => row()?.dataset.seat;
  const name = () => (row() ? nameIn(row()) : "");
  const radios = (ending) => all(form, `[name$="${ending}"]`);
  const value = (ending) => radios(ending).find((radio) => radio.checked)?.value ?? "";
  const choose = (ending, wanted) => {
    const radio = radios(ending).find((each) => each.value === wanted);
    radio.checked = true;
    saying = true;
    fire(radio, "change");
  };
  const alliance = (card) => ["played", "took"].map((part) => value(`alliances-${card}-${part}`));
  const isAlly = (card, ally) => alliance(card).join() === [seat(), ally].join();

  const show = () => {
    const asksLoot = Boolean(allies && !allies.hidden);
    const { sayLoot, sayBonus } = tray.dataset;
    const bonus = news[`bonus-${seat()}`];
    if (asksLoot) line.textContent = news.alliances || fill(sayLoot, { name: name() });
    else line.textContent = bonus ? `${isolated(name())} ${bonus}` : fill(sayBonus, { name: name() });
    keys.setAttribute("aria-label", fill(sayBonus, { name: name() }));
    allies?.setAttribute("aria-label", fill(sayLoot, { name: name() }));
    for (const key of keys.querySelectorAll("[data-bonus]")) count(key, Number(value(`${key.dataset.bonus}-${seat()}`)));
    const loot = keys.querySelector("[data-loot]");
    if (loot) count(loot, LOOT_CARDS.filter((card) => alliance(card).includes(seat())).length);
    for (const key of allies?.querySelectorAll("[data-ally]") ?? []) {
      key.hidden = key.dataset.ally === seat();
      key.setAttribute("aria-pressed", String(LOOT_CARDS.some((card) => isAlly(card, key.dataset.ally))));
    }
    for (const each of group.querySelectorAll("[data-seat]")) {
      const kept = news[`kept-${each.dataset.seat}`];
      if (kept) each.dataset.extra = kept;
      else delete each.dataset.extra;
    }
  };
  // Until the server has answered, no total is known where there is a bonus.
  const awaitAnswer = () => {
    if (form.querySelector(".without-tray :checked:not([value=''])")) group.dataset.busy = "";
  };
  const askLoot = (wanted) => {
    if (!allies) return;
    allies.hidden = !wanted;
    keys.hidden = wanted;
    show();
  };

  tray.addEventListener("click", ({ target }) => {
    const { bonus, loot, ally, back } = target.closest("button")?.dataset ?? {};
    if (bonus) {
      const ending = `${bonus}-${seat()}`;
      choose(ending, String((Number(value(ending)) + 1) % radios(ending).length || ""));
    }
    if (loot !== undefined) askLoot(true);
    if (back !== undefined) askLoot(false);
    if (ally) join(ally);
    show();
  });
  const join = (ally) => {
    const same = LOOT_CARDS.find((card) => isAlly(card, ally));
    const free = LOOT_CARDS.find((card) => alliance(card).includes(""));
    const [card, played, took] = same === undefined ? [free, seat(), ally] : [same, "", ""];
    if (card === undefined) return;
    choose(`alliances-${card}-played`, played);
    choose(`alliances-${card}-took`, took);
  };

  onPreview(form, (answer) => {
    const before = news[`bonus-${seat()}`];
    news = answer.news ?? {};
    delete group.dataset.busy;
    show();
    fire(group, "known");
    const now = news[`bonus-${seat()}`];
    if (saying && now && now !== before) tell([`${name()} ${now}`]);
    saying = false;
  });
  onFields(form, awaitAnswer);
  group.addEventListener("marked", () => askLoot(false) ?? show());
  form.addEventListener("restored", show);
  show();
}

function count(key, number) {
  key.querySelector("b").textContent = number || "";
  key.setAttribute("aria-pressed", String(number > 0));
}
