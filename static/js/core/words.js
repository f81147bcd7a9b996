// Fills values into sentences that the server wrote into the page with placeholders in braces.

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// A name to be put into a sentence: from right to left, it must not turn the numbers beside it.
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name]));

// What a face shows of a name, as `initial` in web/i18n/games.py.
export function initialOf(name) {
  const sign = new Intl.Segmenter().segment(name).containing(0)?.segment ?? "";
  const large = sign.toUpperCase();
  return large.length === sign.length ? large : sign;
}
