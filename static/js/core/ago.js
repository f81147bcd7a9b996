// A time that has passed, in the words of the browser: "5 minutes ago" or "yesterday".

export function ago(seconds) {
  const units = { day: 86400, hour: 3600, minute: 60 };
  const [unit, length] = Object.entries(units).find(([, length]) => seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
