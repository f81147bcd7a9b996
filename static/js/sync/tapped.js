// Taps on a keeper's sheet for seats without a phone, where others have one: in the background each becomes that seat's
// part of the step, so that nobody waits for it. It lies in the outbox until the site has it.
import { deliver, settle, untilNext } from "./deliver.js";
import { drop, putIn, unsent } from "./outbox.js";

let queue = Promise.resolve();
let count = 0;
let notStored = 0;
let isSendingTaps = false;

export function sendTap(form, seat, part) {
  const entry = tapOf(form, seat, part);
  notStored += 1;
  holdPage(true);
  queue = queue.then(() => putInPlace(entry)).then(() => {
    notStored -= 1;
    sendTaps();
  });
  nameTapped(form, seat);
}

function tapOf(form, seat, part) {
  const { csrf_token: token, step, position, key } = form.elements;
  count += 1;
  const fields = [token, step, position].map(({ name, value }) => [name, value]);
  return {
    key: `${key.value}-${count}`,
    page: location.pathname,
    address: new URL(form.action).pathname.replace(/entries$/, `seats/${seat}/tapped`),
    title: [...document.querySelectorAll("h1, .said h2")].map((part) => part.textContent.trim()).join(" · "),
    quiet: true,
    fields: [...fields, ...part.flatMap(([name, values]) => (values.length ? values : [""]).map((value) => [name, value]))],
  };
}

// In place of what waits for the same seat.
async function putInPlace(entry) {
  for (const item of await unsentTaps()) if (item.address === entry.address) await drop(item);
  await (await putIn(entry)).kept;
}

const unsentTaps = async () => (await unsent()).filter(({ quiet, page }) => quiet && page === location.pathname);

async function sendTaps() {
  if (isSendingTaps) return;
  isSendingTaps = true;
  for (let [item] = await unsentTaps(); item; [item] = await unsentTaps()) {
    const answer = await deliver(item, {}, []);
    if (answer.text === undefined) await untilNext({}, answer);
    else await settle(item, answer);
  }
  isSendingTaps = false;
  holdPage(notStored > 0);
  if (!notStored) dispatchEvent(new Event("taps-sent"));
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
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "tapped", value: seat });
  form.append(field);
}

// What waited when the page was left.
sendTaps();
