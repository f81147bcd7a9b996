// A newer version of the open page: only what differs is changed; the focus, the place and what is unfolded stay.
import { all } from "../core/elements.js";
import { focusPage } from "../sync/page.js";
import { localTimes } from "./times.js";

// What scripts have given listeners is replaced whole, and gets them again.
const ENHANCED = "form, [data-script], [data-untap], [data-share], [data-copy], [data-send-link], [data-print]";
// Lines of scripts, which stand on no page that comes.
const LINES = ".following, .unsent, .seen";

let library = null;

export const loadLibrary = async () => (library ??= (await import("../../vendor/idiomorph/idiomorph.mjs")).Idiomorph);

export function changePage(page) {
  for (const line of all(document, LINES)) line.remove();
  change(document.body, [...page.body.childNodes], "innerHTML");
}

// Shows one part of a page that came, in the place of the same part of the open one; returns it.
export function showPart(page, selector) {
  const [old, fresh] = [document, page].map((each) => each.querySelector(selector));
  change(old, fresh, "outerHTML");
  localTimes(document);
  return document.querySelector(selector);
}

function change(old, fresh, morphStyle) {
  const replaced = [];
  const beforeNodeMorphed = (part, other) => {
    if (part.nodeType !== Node.ELEMENT_NODE || part === old) return true;
    // Screen readers ignore another live region.
    if (part.id === "live") return false;
    if (![part, other].some((each) => each.matches(ENHANCED))) return true;
    replaced.push([part, other]);
    return false;
  };
  library.morph(old, fresh, { morphStyle, restoreFocus: false, callbacks: { beforeNodeMorphed } });
  for (const [part, other] of replaced) part.replaceWith(other);
}

// Remembers it, and returns a function that brings the reader back there.
export function readerPosition() {
  const top = scrollY > 0 ? marksIn().find(([, part]) => part.getBoundingClientRect().bottom > 0) : null;
  const height = top?.[1].getBoundingClientRect().top;
  const unfolded = new Map(folds().map((fold) => [nameOf(fold), fold.open]));
  const held = document.activeElement?.closest("main, body > header") && selectorOf(document.activeElement);
  return () => {
    for (const fold of folds()) fold.open = unfolded.get(nameOf(fold)) ?? fold.open;
    if (held && document.activeElement === document.body) {
      document.querySelector(held)?.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusPage();
    }
    const now = top && marksIn().find(([name]) => name === top[0])?.[1];
    if (now) scrollBy(0, now.getBoundingClientRect().top - height);
    else if (!top) scrollTo(scrollX, 0);
  };
}

const marksIn = () => all(document, "main h2, main tr[id]").map((part) => [part.id || part.textContent, part]);

// The seats of a step unfold by themselves.
const folds = () => all(document, "main details:not([name])");
const nameOf = (fold) => fold.querySelector("summary").textContent;

function selectorOf({ tagName, id, attributes }) {
  if (id) return `#${CSS.escape(id)}`;
  const name = ["href", "name", "aria-label"].find((each) => each in attributes);
  return name ? `${tagName}[${name}="${CSS.escape(attributes[name].value)}"]` : null;
}
