// Fills values into sentences that the server wrote into the page with placeholders in braces, and formats durations.

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// "5 minutes ago" or "yesterday", in the words of the browser.
export function ago(seconds) {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
