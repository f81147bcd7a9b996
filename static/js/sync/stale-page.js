// A cached page, shown because the site was not reached: says how old it is, and looks for the new one.
import { siteAnswers } from "./retry.js";
import { ago } from "../core/ago.js";
import { fill } from "../core/words.js";

const CHECK_EVERY = 5000;
let asking = null;
let look = () => {};

export function showAge() {
  const line = document.createElement("p");
  line.className = "alert seen";
  line.setAttribute("role", "status");
  (document.querySelector(".now") ?? document.querySelector("main")).prepend(line);
  // The page had these keys before, too: what is entered now is another entry.
  for (const form of document.forms) {
    if (form.elements.key && !form.dataset.sending) form.elements.key.value = crypto.randomUUID();
  }
  const show = () => {
    const seconds = (Date.now() - Date.parse(document.documentElement.dataset.seen)) / 1000;
    const { saySeen, sayNow } = document.body.dataset;
    const text = fill(saySeen, { ago: seconds < 60 ? sayNow : ago(seconds) });
    if (line.textContent !== text) line.textContent = text;
  };
  show();
  clearInterval(asking);
  look = async () => {
    if (!line.isConnected) return clearInterval(asking);
    show();
    // What is being sent brings the new page with it.
    if (!document.hidden && !document.querySelector("[data-sending=yes]") && (await siteAnswers())) location.reload();
  };
  asking = setInterval(() => look(), CHECK_EVERY);
}

// A phone that was in a pocket runs no timers: it looks when it is back.
addEventListener("online", () => look());
document.addEventListener("visibilitychange", () => look());
