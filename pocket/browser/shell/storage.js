// Asks the browser for persistent storage, and warns before the first entry if it doesn't promise it.
import { goTo } from "./frame.js";
import { addLine, removeLine } from "./lines.js";

const TOLD = `shell ${new URL(document.baseURI).pathname} told`;
// All WebKit browsers, which are all browsers on an iPhone.
const isApple = navigator.vendor.startsWith("Apple");
const isAtHome = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
// The browser may ask the person first; until then it counts as refused.
const ANSWER_TIMEOUT = 1000;

export async function tellOfStorage() {
  const asked = navigator.storage?.persist?.().catch(() => false) ?? false;
  if (isApple) return tell(isAtHome ? "storage.own-at-home" : "storage.seven-days");
  const promised = await Promise.race([asked, new Promise((late) => setTimeout(late, ANSWER_TIMEOUT))]);
  if (promised) return;
  tell(isAtHome ? "storage.unsure-at-home" : "storage.unsure");
  if (await asked) removeLine("storage");
}

function tell(words) {
  if (isTold(words)) return;
  const away = () => {
    removeLine("storage");
    remember(words);
  };
  addLine("storage", words, [["storage.scorebook", () => goTo("scorebook")], ["storage.away", away]]);
}

function isTold(words) {
  try {
    return localStorage.getItem(TOLD) === words;
  } catch {
    return false;
  }
}

function remember(words) {
  try {
    localStorage.setItem(TOLD, words);
  } catch {
    // It is shown again next time.
  }
}
