// Times in the reader's words and time zone.

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
