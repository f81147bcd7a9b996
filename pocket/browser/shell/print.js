// The page in the frame is printed whole, also by the browser's own menu, which prints the page around it.
import { page } from "./frame.js";

const frame = document.querySelector("#page");
const PAPER = "680px"; // What wide margins leave of A4 and of Letter: on less of it the page is longer, never cut.

// How long the page is on paper: what its styles say of print is for a moment said of the screen.
function lengthOnPaper(inner) {
  const ofPrint = [...inner.styleSheets].flatMap(rulesOfPrint);
  for (const rule of ofPrint) rule.media.mediaText = "all";
  Object.assign(frame.style, { width: PAPER, height: "0" });
  const length = inner.documentElement.scrollHeight;
  for (const rule of ofPrint) rule.media.mediaText = "print";
  frame.style.removeProperty("width");
  return length;
}

function rulesOfPrint(holder) {
  const rules = [...(holder.cssRules ?? [])];
  return rules.flatMap((rule) => (rule.media?.mediaText === "print" ? rule : rulesOfPrint(rule)));
}

addEventListener("beforeprint", () => {
  const inner = page();
  if (inner) frame.style.height = `${lengthOnPaper(inner)}px`;
});
addEventListener("afterprint", () => frame.style.removeProperty("height"));
