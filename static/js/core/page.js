// Small enhancements of every page: local times, room for the action bar.
import { inPocket } from "../sync/pocket.js";
import { ago } from "./words.js";

export function enhancePage(page) {
  tellZone();
  keepClearOf(page.querySelectorAll(".action"));
  localTimes(page);
}

const WEEK = 7 * 86400;

export function localTimes(page) {
  for (const time of page.querySelectorAll("time[datetime*=T]")) tellTime(time);
}

// Local time; with data-ago as it is said soon after, then the day; with data-clock without the day.
function tellTime(time) {
  const moment = new Date(time.dateTime);
  const language = document.documentElement.lang;
  const dateStyle = "clock" in time.dataset ? undefined : "medium";
  const exactly = moment.toLocaleString(language, { dateStyle, timeStyle: "short" });
  const seconds = (Date.now() - moment) / 1000;
  if (!("ago" in time.dataset)) time.textContent = exactly;
  else if (seconds < 60) time.textContent = document.body.dataset.sayNow;
  else if (seconds < WEEK) time.textContent = ago(seconds);
  else time.textContent = moment.toLocaleDateString(language, { dateStyle: "medium" });
  if ("ago" in time.dataset) time.title = exactly;
}

// Tells the server the reader's time zone, for dates that no script can write, as in pictures.
function tellZone() {
  // In the pocket every request has it.
  if (inPocket) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// Sets the height of the action bar, so that the style can scroll fields to above it.
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
