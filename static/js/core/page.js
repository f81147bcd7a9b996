// Small things on every page: times in the reader's own zone, sharing and copying, what the action bar covers, the sign of a
// number, whose turn it is.
import { inPocket } from "../sync/pocket.js";

export function enhancePage(page) {
  tellZone();
  keepClearOf(page.querySelectorAll(".action"));
  const language = document.documentElement.lang;
  for (const time of page.querySelectorAll("time[datetime*=T]")) {
    const moment = new Date(time.dateTime);
    time.textContent = moment.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
  for (const button of page.querySelectorAll("[data-share]")) {
    if (!navigator.share && !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => share(button));
  }
  for (const button of page.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button, page.querySelector(button.dataset.copy)));
  }
  for (const button of page.querySelectorAll("[data-send-link]")) {
    button.hidden = false;
    button.addEventListener("click", () => sendLink(button, page.querySelector(button.dataset.sendLink)));
  }
  for (const button of page.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

// The server writes the date of an evening where the reader is; a picture has no script that could.
function tellZone() {
  // In the pocket it knows by itself.
  if (inPocket) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

async function share(button) {
  const text = button.dataset.share;
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.shared;
    }
  } catch {
    // Sharing was called off: nothing is lost.
  }
}

// A link goes to others as they are reached from this phone, or is copied.
async function sendLink(button, field) {
  if (!navigator.share) return copy(button, field);
  await navigator.share({ title: document.title, url: field.value }).catch(() => {}); // Called off: nothing is lost.
}

async function copy(button, field) {
  field.select();
  try {
    // Over plain HTTP there is no clipboard but this one.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) return;
    button.textContent = button.dataset.copied;
  } catch {
    // The browser does not let us: it is marked, and by hand it still goes.
  }
}

// The style lets what is scrolled into view, by a tap or by the keyboard, come to rest above the bar.
function keepClearOf(bars) {
  const measure = () => {
    const height = Math.max(0, ...[...bars].map((bar) => bar.offsetHeight));
    document.documentElement.style.setProperty("--bar", `${height}px`);
  };
  measured?.disconnect();
  measured = new ResizeObserver(measure);
  for (const bar of bars) measured.observe(bar);
  measure();
}

let measured = null;

// --- a number to type: the number keys of a phone, and a button for the sign that many of them lack ---------------

const MINUS = /^\s*[-−‐‑‒–—―－ーｰ]\s*/;

export function enhanceNumber(sign) {
  const input = sign.parentElement.querySelector("input");
  input.inputMode = input.dataset.keys ?? "numeric";
  sign.hidden = false;
  sign.addEventListener("click", () => {
    const typed = input.value.trim();
    input.value = MINUS.test(typed) ? typed.replace(MINUS, "") : `-${typed.replace(/^[+＋]\s*/, "")}`;
    input.focus();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// --- whose turn it is ---------------------------------------------------------------------------------------------

// A short vibration when it has become one's turn, where the phone can. A page says so by `data-my-turn`, with the turn as
// its value: one turn is told once, however often its page comes.
const VIBRATION = 200;
let told = null;

export function tellTurn(turn) {
  if (turn === told) return;
  told = turn;
  if (turn === null) return;
  document.querySelector("[data-my-turn]").focus({ preventScroll: true });
  // Before the first touch a browser lets no page do it.
  if (!document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
}
