// Fields that add up what is entered: numbers with + and − between them, and keys that add a number.
import { MINUS } from "./number-fields.js";

// The sum, as the site reads it; null for anything else than several numbers. `parts` are the digits that
// may stand after a point or comma.
export function sumOf(text, parts) {
  const number = parts ? `\\d+(?:[.,][${parts}])?` : "\\d+";
  const plain = text.normalize("NFKC").trim().replace(new RegExp(`\\s*([${MINUS}+])\\s*`, "g"), (_, sign) => (sign === "+" ? "+" : "-"));
  if (!new RegExp(`^[+-]?${number}([+-]${number}){1,19}$`).test(plain)) return null;
  const terms = plain.replaceAll(",", ".").match(/[+-]?[\d.]+/g);
  return String(terms.reduce((sum, term) => sum + Math.round(10 * term), 0) / 10).replace("-", "−");
}

// Ready for one number more.
export const begun = (text) => `${text.trim().replace(/[+−]$/, "")}+`;

// A whole number more; what is no number yet stays.
export const added = (text, by) => sumOf(`${begun(text || "0")}0${by < 0 ? by : `+${by}`}`, "0-9") ?? text;
