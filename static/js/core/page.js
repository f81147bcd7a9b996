// What is done with every page that is shown: room for the action bar, and all that main.js adds.
import { all } from "./elements.js";

let enhance = () => {};

// Says what is done with a page that is shown; `pageShown` does it, and resolves when all of it is there.
export const whenShown = (act) => (enhance = act);
export const pageShown = () => enhance();

let measured = null;

// Sets the height of the action bar or of the tabs, so that the style can scroll fields to above it.
export function keepClear() {
  const bars = all(document, ".action, nav.tabs");
  const measure = () => {
    const height = Math.max(0, ...bars.map((bar) => bar.offsetHeight));
    document.documentElement.style.setProperty("--bar", `${height}px`);
  };
  measured?.disconnect();
  measured = new ResizeObserver(measure);
  for (const bar of bars) measured.observe(bar);
  measure();
}
