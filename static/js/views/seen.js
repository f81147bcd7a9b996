// A page that came without the site: kept since it was seen last, or in the place of one that failed. It gives way to the live
// one once the site is back.
import { fill, make } from "../core/elements.js";
import { ago } from "../sync/follow.js";
import { reloadOnceBack } from "../sync/net.js";

// Seconds.
const CHECK_EVERY = 5;
let telling = null;

// A page that failed without the record.
export const enhance = (link) => reloadOnceBack(Number(link.dataset.again), link);

// A cached page, shown because the site was not reached, says how old it is.
export function showAge() {
  const line = make("p", { className: "alert seen" });
  line.setAttribute("role", "status");
  (document.querySelector(".now") ?? document.querySelector("main")).prepend(line);
  // The page had these keys before, too: what is entered now is another entry.
  for (const form of document.forms) {
    if (form.elements.key && !form.dataset.sending) form.elements.key.value = crypto.randomUUID();
  }
  const tellAge = () => {
    // The live page may have come in its place.
    if (!("seen" in document.documentElement.dataset)) return clearInterval(telling);
    const seconds = (Date.now() - Date.parse(document.documentElement.dataset.seen)) / 1000;
    const { saySeen, sayNow } = document.body.dataset;
    const text = fill(saySeen, { ago: seconds < 60 ? sayNow : ago(seconds) });
    if (line.textContent !== text) line.textContent = text;
  };
  tellAge();
  clearInterval(telling);
  telling = setInterval(tellAge, 1000 * CHECK_EVERY);
  reloadOnceBack(CHECK_EVERY, line, () => {
    tellAge();
    // What is being sent brings the new page with it.
    return document.querySelector("[data-sending=yes]") !== null;
  });
}
