// Prints the page in the frame in full, also from the browser's menu, which prints the shell.
import { page } from "./frame.js";

const frame = document.querySelector("#page");
const PAPER = "680px"; // The width of A4 or Letter with wide margins; narrower means longer, never cut.

// Measures the height of the page on paper by applying its print styles to the screen for a moment.
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
