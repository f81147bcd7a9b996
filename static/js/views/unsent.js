// Entries that wait or were refused, by name: each leads to its page, and can be taken back.
import { fill, make, makeButton } from "../core/elements.js";

let shown = null;

export function showLines(items, takeBack) {
  // What stands under the thumb stays there while nothing has changed.
  const state = JSON.stringify(items.map(({ key, refused, why }) => [key, refused, why]));
  if (shown?.isConnected && shown.dataset.state === state) return;
  shown?.remove();
  if (!items.length) return;
  shown = make("aside", { className: "box unsent" }, ...items.map((item) => lineOf(item, () => takeBack(item))));
  shown.dataset.state = state;
  (document.querySelector(".now") ?? document.querySelector("main")).prepend(shown);
}

function lineOf(item, act) {
  const words = document.body.dataset;
  const [held, again, discard] = item.held ? item.words : [];
  const text = held ?? (item.why ? words.sayUntaken : item.refused ? words.sayRefused : words.sayUnsent);
  const link = make("a", { href: item.page, textContent: fill(text, { what: item.title, why: item.why }) });
  const entered = item.said && fill(words.sayEntered, { typed: item.said });
  const kept = held ? [item.said, again] : [entered, words.sayKept];
  const details = item.why || held ? [make("span", { textContent: kept.filter(Boolean).join(" · ") })] : [];
  return make("p", {}, link, ...details, makeButton(discard ?? words.sayTakeBack, act, "button text"));
}
