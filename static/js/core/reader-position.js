// Saves the reader's position: the scroll position, what is unfolded, the scorecard's scroll, and the focus.
import { focusPage } from "./focus.js";

// Returns a function that restores it.
export function readerPosition() {
  const top = scrollY > 0 ? marksIn().find(([, part]) => part.getBoundingClientRect().bottom > 0) : null;
  const height = top?.[1].getBoundingClientRect().top;
  const aside = [...document.querySelectorAll(".card")].map((card) => card.scrollLeft);
  const unfolded = folds().filter((fold) => fold.open).map(nameOf);
  const held = document.activeElement?.closest("main, body > header") && selectorOf(document.activeElement);
  return () => {
    for (const fold of folds()) if (unfolded.includes(nameOf(fold))) fold.open = true;
    document.querySelectorAll(".card").forEach((card, index) => (card.scrollLeft = aside[index] ?? 0));
    if (held && document.activeElement === document.body) {
      document.querySelector(held)?.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusPage();
    }
    const now = top && marksIn().find(([name]) => name === top[0])?.[1];
    if (now) scrollBy(0, now.getBoundingClientRect().top - height);
    else if (!top) scrollTo(scrollX, 0);
  };
}

const marksIn = () => [...document.querySelectorAll("main h2, main tr[id]")].map((part) => [part.id || part.textContent, part]);

// The seats of a step unfold by themselves.
const folds = () => [...document.querySelectorAll("main details:not([name])")];
const nameOf = (fold) => fold.querySelector("summary").textContent;

function selectorOf({ tagName, id, attributes }) {
  if (id) return `#${CSS.escape(id)}`;
  const name = ["href", "name", "aria-label"].find((each) => each in attributes);
  return name ? `${tagName}[${name}="${CSS.escape(attributes[name].value)}"]` : null;
}
