// The step ahead: what comes after an entry that waits for the network is entered meanwhile. The site has sent beforehand
// what it asks; the phone fills in what follows from the entry.
import { all, fill, tell } from "../core/elements.js";
import { ask, parse, reloadOnceBack } from "../sync/net.js";
import { hearOf, keepAhead, takeBack, waiting } from "../sync/outbox.js";
import { fillAndSend, isLocked, show, showPage, unlock } from "../sync/page.js";
import { dependsOn, madeOn } from "../sync/rules.js";

// The form for what comes after the entry at a position of a sheet.
let fetched = {};

addEventListener("taken", fetchAhead);
fetchAhead();

// Of a step that waits behind another one nothing is fetched: only one at a time may have another one before it.
export async function fetchAhead() {
  const form = document.querySelector("form[data-step][data-preview]");
  const { sheet, position, after } = form?.closest("main").dataset ?? {};
  if (!sheet || after || (fetched.sheet === sheet && fetched.position === position)) return;
  const { ok, text } = await ask(form.dataset.preview.replace(/preview$/, "ahead"));
  if (ok) fetched = { sheet, position, text };
}

// What the page does while the entry of a form waits: it says `sentences`, or it can `show` the step after it; null where
// nothing is known of that step.
export function nextAfter(form, item, isKept) {
  const { sheet, position, after, sending, sayWaiting, saySecond, sayTwo } = form.closest("main")?.dataset ?? {};
  if (after && sending) return { sentences: [sayWaiting, saySecond, sayTwo] };
  const isIts = fetched.sheet === sheet && fetched.position === position;
  const text = item.ahead ?? (isIts ? fetched.text : null);
  if (!isKept || !text || !form.matches("[data-step]") || new Map(item.fields).get("position") !== position) return null;
  const words = parse(text).querySelector("main");
  const depends = !words.querySelector("form") || dependsOn(words.dataset.unless.split(" "), item);
  if (depends) return { sentences: [document.body.dataset.sayOffline, words.dataset.sayDepends] };
  return { show: () => goAhead(item, text, words) };
}

// Shows the step after an entry that waits, which goes on being sent.
async function goAhead(item, text, words) {
  unlock();
  await keepAhead(item, text);
  const body = pageWith(words);
  const main = body.querySelector("main");
  const position = Number(main.dataset.position) + 1;
  Object.assign(main.dataset, { ...words.dataset, position, after: item.key, sending: "yes" });
  const line = main.querySelector(".headline p");
  line.textContent = words.dataset.sayWaiting;
  // First, since on a small phone the line ends soon.
  if (!navigator.serviceWorker?.controller) line.prepend(`${words.dataset.sayKeepOpen} · `);
  fillFrom(item, main);
  main.addEventListener("takenback", () => "sending" in main.dataset || showSaved());
  let before = null;
  // Takes back the entry that waits, and shows its step again as it was sent.
  body.querySelector("#undo").addEventListener("click", async () => {
    unlock();
    await takeBack(item);
    showPage(before, { says: () => [] });
    (await import("../sync/follow.js")).follow();
  });
  hearOf(item, { answered: answeredBehind, gone: () => reloadOnceBack(0) });
  await showPage({ title: document.title, body }, {
    says: () => [line.textContent, main.querySelector(".headline h2").textContent],
    gives: (page) => (before = page),
  });
  const [second] = madeOn(item, await waiting());
  if (second && main.isConnected) fillAndSend(main.querySelector("form.step"), second);
}

// The page as it is, but for the step, and without what can't be done before the entry is saved.
function pageWith(words) {
  const body = document.body.cloneNode(true);
  const [header, main] = [body.querySelector("header"), body.querySelector("main")];
  header.querySelector("h1").replaceWith(words.querySelector("h1"));
  for (const part of all(header, "form, [data-untap]")) part.remove();
  header.querySelector("h1").after(...words.querySelectorAll(".bar > button"));
  main.querySelector("form.step").replaceWith(words.querySelector("form"));
  for (const part of all(main, ".alert, .following, .unsent, .record form, .record-parts > section:not(:has(h2))")) part.remove();
  for (const button of all(main, "[form=undo]")) button.closest("details")?.remove();
  return body;
}

// Fills in what follows from the entry.
function fillFrom(item, main) {
  const given = new Map(item.fields);
  for (const part of main.querySelectorAll("[data-from]")) {
    const value = given.get(part.dataset.from) || "0";
    if ("lights" in part.dataset) part.dataset.lights = value;
    else if ("suggested" in part.dataset) {
      part.dataset.suggested = value;
      part.querySelector("input").value = value;
    } else part.textContent = part.textContent.replace(/\d+/, value);
  }
}

// A step that is being sent takes no notice of the one before it but where that is refused; one that is being entered stays.
function answeredBehind(answer) {
  const main = document.querySelector("main");
  if (answer.ok && isLocked()) return void delete main.dataset.sending;
  if (answer.ok && document.querySelector(".bar [data-untap]:not([hidden])")) return showSaved();
  unlock();
  return show(main, answer);
}

function showSaved() {
  const main = document.querySelector("main[data-after]");
  delete main.dataset.sending;
  document.querySelector("button#undo")?.remove();
  const text = fill(document.body.dataset.saySent, { what: main.dataset.sayCalled });
  main.querySelector(".headline p").textContent = text;
  tell([text]);
}
