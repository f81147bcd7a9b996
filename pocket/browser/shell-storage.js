// Whether the browser keeps what is stored here: asked for, and said before the first entry where it does not promise.
import { goTo } from "./shell-frame.js";
import { addLine, removeLine } from "./shell-lines.js";
import { megabytes } from "./shell-words.js";

const TOLD = `shell ${new URL(document.baseURI).pathname} told`;
// A window that keeps nothing, or a full phone, gives less; a record of years has some megabytes.
const LITTLE = 50e6;
// A browser may ask the person first; meanwhile it is as if it had said no.
const ASKING = 1000;

export async function tellOfStorage() {
  const storage = navigator.storage;
  const asked = storage.persist?.().catch(() => false) ?? false;
  const { quota = Infinity, usage = 0 } = (await storage.estimate?.()) ?? {};
  if (quota - usage < LITTLE) return tell("storage.little", { size: megabytes(quota - usage) });
  const promised = await Promise.race([asked, new Promise((late) => setTimeout(late, ASKING))]);
  if (promised) return;
  tell(matchMedia("(display-mode: standalone)").matches ? "storage.unsure-at-home" : "storage.unsure");
  if (await asked) removeLine("storage");
}

function tell(words, values) {
  if (isTold(words)) return;
  const away = () => {
    removeLine("storage");
    remember(words);
  };
  addLine("storage", words, [["storage.scorebook", () => goTo("scorebook")], ["storage.away", away]], values);
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
