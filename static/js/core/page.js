// What is done with every page that is shown: local times, room for the action bar, and all that main.js adds.
import { inPocket } from "./phone.js";

let enhance = () => {};

// Says what is done with a page that is shown; `pageShown` does it, and resolves when all of it is there.
export const whenShown = (act) => (enhance = act);
export const pageShown = () => enhance();

export function enhancePage(page) {
  tellZone();
  keepClearOf(page.querySelectorAll(".action, nav.tabs"));
  localTimes(page);
}

// Sets the height of the action bar or of the tabs, so that the style can scroll fields to above it.
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

// --- times in the reader's words and time zone ----------------------------------------

export function localTimes(page, printed) {
  for (const time of page.querySelectorAll("time[datetime*=T]")) tellTime(time, printed);
}

// On paper there is no today.
addEventListener("beforeprint", () => localTimes(document, true));
addEventListener("afterprint", () => localTimes(document));

// As the server says it, see web/i18n/timezone.py, but with "today" and "yesterday"; with data-clock without the day.
function tellTime(time, printed) {
  const moment = new Date(time.dateTime);
  const now = new Date();
  const language = document.documentElement.lang;
  const clock = moment.toLocaleTimeString(language, { timeStyle: "short" });
  const day = () => {
    const ago = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(moment).setHours(0, 0, 0, 0)) / 864e5);
    if (!printed && (ago === 0 || ago === 1)) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-ago, "day");
    const year = !printed && moment.getFullYear() === now.getFullYear() ? undefined : "numeric";
    return moment.toLocaleDateString(language, { weekday: "short", month: "short", day: "numeric", year });
  };
  time.textContent = "clock" in time.dataset ? clock : `${day()} ${clock}`;
}

// Tells the server the reader's time zone, for dates that no script can write, as in pictures.
function tellZone() {
  // In the pocket every request has it. Who only looks at the game of a code gets no cookie.
  if (inPocket || document.querySelector("[data-code]")) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}
