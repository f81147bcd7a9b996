// What a phone decides about entries that wait and about answers, without looking at a page: what an answer means, what
// is sent next, when it is asked again. Entries are those of outbox.js, answers those of `fetch`.

// --- an answer to an entry -----------------------------------------------------

const UNREADABLE = 400;
// Bounds in seconds for the site's Retry-After.
const MIN_WAIT = 1;
const MAX_WAIT = 10;

// "same" if nothing is new; "none" if it must be sent again: the page is a proxy's or another site's; "later" if the site can't take it now: rate
// limit, or no record; "unreadable" if the token may be outdated; else "final", be it saved or refused.
export function meaningOf({ status, headers }) {
  if (status === 304) return "same";
  if (!headers.has("X-Takuroku") || status === 502 || status === 504) return "none";
  if (status === 429 || status === 503) return "later";
  return status === UNREADABLE ? "unreadable" : "final";
}

export const secondsAsked = ({ headers }) => Number(headers.get("Retry-After")) || undefined;

// The seconds until the next attempt after this answer.
export const secondsUntil = ({ after }) => Math.min(MAX_WAIT, Math.max(MIN_WAIT, after ?? MIN_WAIT));

// Whether an answer is another page than the one at `path`. Compares addresses, because WebKit doesn't set `redirected`
// on a service worker's answers. A saved entry may redirect to the address it was sent to.
export const wentOn = ({ address, asked, ok }, path) => address !== asked || (ok && isAt(address, path));
export const isAt = (address, path) => new URL(address).pathname === path;

// --- the entries that wait -----------------------------------------------------

// Oldest first; what has no fields is none.
export const inOrder = (items) => items.filter((item) => Array.isArray(item?.fields)).sort((one, other) => one.number - other.number);

export const nextNumber = (items) => 1 + (items.at(-1)?.number ?? 0);

export const liesIn = (items, { key }) => items.some((each) => each.key === key);

// Those made on an entry: they can't come before it.
export const madeOn = (item, items) => items.filter(({ after, held }) => after === item.key && !held);

// Those that were held until this step came again.
export const heldFor = ({ turn }, items) => items.filter((each) => each.held && String(each.turn) === String(turn));

// The one that a page continues with. What the site did not take is sent again where its form is there again.
export const continuedAt = (path, items, hasForm) =>
  items.find((each) => each.page === path && !each.quiet && !each.held && (!each.why || hasForm(each)));

// Those that a page names. On its own page an entry is shown in its form, unless the site did not take it there, it
// waits for its step, or another window sends it.
export const namedAt = (path, items, isSending) =>
  items.filter(({ page, held, refused, why }) => page !== path || held || ((!refused || why) && !isSending));

// The one that is sent next; what was refused waits to be looked at, on the page that sends it again.
export const nextToSend = (items, again) => items.find(({ refused, key }) => !refused || again.includes(key));

// Whether a step depends on an entry: on the value of any field of these names.
export const dependsOn = (names, { fields }) =>
  names.some((name) => name && fields.some(([field, value]) => value && (field === name || field.startsWith(`${name}-`))));

// The fields by name: [name, [value, …]] for each.
export function grouped(fields) {
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  return [...values];
}
