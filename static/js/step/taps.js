// Taps on a keeper's sheet while others enter their parts on their phones. One for a seat without a phone, in turn for any
// seat, becomes that seat's part of the step, so that nobody waits for it; with any other, such as the suit of trumps, the
// step waits for the keeper.
import { make } from "../core/elements.js";
import { isOwn, sendAgain, sendNewest, sendsQuietly, waiting } from "../sync/outbox.js";
import { addressOf } from "../sync/page.js";
import { enteredAt, ofOthers, same, seatOf } from "./draft.js";

let count = 0;
// What was sent last for each seat: what the site does not keep, as it would complete the step, is not sent with each page
// that comes.
const sent = new Map();

// Sends what has changed since `before`; what is as the page came with it, `first`, is taken back.
export function sendParts(form, seats, { first, before, now }) {
  for (const seat of seats) {
    const [was, part, came] = [before, now, first].map((values) => values.filter((field) => seatOf(field) === seat));
    const address = addressOf(form).replace(/entries$/, `seats/${seat}/tapped`);
    const seen = enteredAt(form.dataset.elsewhere ?? "", seat);
    const tap = JSON.stringify([form.elements.position.value, part, seen]);
    if (same(was, part) || sent.get(address) === tap) continue;
    sent.set(address, tap);
    sendTap(form, address, [...(same(part, came) ? was.map(([name]) => [name, []]) : part), ...(seen ? [["seen", [seen]]] : [])]);
    nameTapped(form, seat);
  }
  const { toConfirm } = form.dataset;
  const [was, part] = [before, now].map((values) => ofOthers(values, seats));
  if (toConfirm && !differs(was, first) && differs(part, first)) sendTap(form, toConfirm, [["confirms", ["once"]]]);
}

// Whether a field that both have has another value.
function differs(fields, others) {
  const given = new Map(others);
  return fields.some(([name, value]) => given.has(name) && !same(value, given.get(name)));
}

function sendTap(form, address, part) {
  const { csrf_token: token, step, position, key } = form.elements;
  count += 1;
  const fields = [token, step, position].map(({ name, value }) => [name, value]);
  for (const [name, values] of part) fields.push(...(values.length ? values : [""]).map((value) => [name, value]));
  holdPage(true);
  sendNewest({ key: `${key.value}-${count}`, address, fields }, TAPS);
}

// What waited when the page was left.
export async function sendTapsOn() {
  const taps = (await waiting()).filter((item) => item.quiet && item.page === location.pathname && !isOwn(item));
  if (taps.length) holdPage(true);
  for (const item of taps) sendAgain(item, TAPS);
}

const TAPS = { answered: tapsSent, gone: tapsSent };

function tapsSent() {
  holdPage(sendsQuietly());
  if (!sendsQuietly()) dispatchEvent(new Event("taps-sent"));
}

// Until the site has the taps, what is newer on it lacks them, and does not replace the page.
function holdPage(isUnderWay) {
  const { dataset } = document.querySelector("[data-untap]") ?? {};
  if (isUnderWay) dataset.sending = "taps";
  else delete dataset?.sending;
}

// What is saved then takes the place of what the site has from here.
function nameTapped(form, seat) {
  if (form.querySelector(`[name=tapped][value="${seat}"]`)) return;
  form.append(make("input", { type: "hidden", name: "tapped", value: seat }));
}
