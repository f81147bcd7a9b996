// Whether the browser keeps what is stored here: asked for, and said before the first entry where it does not promise.
import { goTo } from "./frame.js";
import { addLine, removeLine } from "./lines.js";

const TOLD = `shell ${new URL(document.baseURI).pathname} told`;
// All of Safari's kind, every browser of an iPhone among them.
const isApple = navigator.vendor.startsWith("Apple");
const isAtHome = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
// A browser may ask the person first; meanwhile it is as if it had said no.
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
    // It is said again next time.
  }
}
