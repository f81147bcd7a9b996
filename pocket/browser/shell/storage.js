// Asks the browser for persistent storage, and warns before the first entry if it doesn't promise it.
import { goTo, page } from "./frame.js";
import { addLine, removeLine } from "./words.js";

const TOLD = `shell ${new URL(document.baseURI).pathname} told`;
// All WebKit browsers, which are all browsers on an iPhone.
const isApple = navigator.vendor.startsWith("Apple");
const isAtHome = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
// The browser may ask the person first; until then it counts as refused.
const ANSWER_TIMEOUT = 1000;

// What a page says of the record: "empty", "begun", or nothing.
const record = () => page()?.documentElement.dataset.record;
const QUESTION = "storage.before";
// A home screen app on an iPhone begins empty, whatever was recorded in Safari.
const AT_HOME = { empty: QUESTION };
const IN_SAFARI = { begun: "storage.recorded" };
const ANSWERS = { "storage.by-file": "scorebook#import", "storage.by-code": "scan" };
const WAYS = { "storage.scorebook": "scorebook" };

export async function tellOfStorage() {
  const asked = navigator.storage?.persist?.().catch(() => false) ?? false;
  if (isApple && isAtHome) return tell(AT_HOME[record()] ?? "storage.own-at-home");
  if (isApple) return tell(IN_SAFARI[record()] ?? "storage.seven-days");
  const promised = await Promise.race([asked, new Promise((late) => setTimeout(late, ANSWER_TIMEOUT))]);
  if (promised) return;
  tell(isAtHome ? "storage.unsure-at-home" : "storage.unsure");
  if (await asked) removeLine("storage");
}

// Once something is recorded, nobody has to be asked where they were before.
export function endQuestion() {
  if (record() === "begun") removeLine("storage", QUESTION);
}

function tell(words) {
  if (isTold(words)) return;
  const away = () => {
    removeLine("storage");
    remember(words);
  };
  const isQuestion = words === QUESTION;
  const ways = Object.entries(isQuestion ? ANSWERS : WAYS).map(([name, address]) => [name, () => lead(address)]);
  addLine("storage", words, [...ways, [isQuestion ? "storage.begin" : "storage.away", away]]);
}

// Makes room for that page; the next start tells it again.
function lead(address) {
  removeLine("storage");
  goTo(address);
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
