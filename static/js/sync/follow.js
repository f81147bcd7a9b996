// Live updates: an open page asks `data-follow` for a version newer than its `data-etag`, and shows it at once unless
// something is being entered; then a line says what others wrote. What seats enter is shown beside taps at once. The site
// answers when there is one, or after some seconds; where it does not wait, the page polls. If it doesn't answer, a line
// says how old the page is.
import { cameAt, markMoved } from "../core/double-tap.js";
import { all, fill, make, makeButton, tell } from "../core/elements.js";
import { attempt, inPocket, nameOf, onWindows } from "../core/phone.js";
import { enteredAt, seatOf } from "../step/draft.js";
import { keepAwake } from "../views/awake.js";
import { ask, repeat } from "./net.js";
import { keepSeen, readPage, showPage, spoken, tapUnderWay } from "./page.js";

// Milliseconds: pairs of the time since the last news or touch, and the poll interval up to then. A game that is over
// starts slow. In the pocket other windows announce news, so polls are rare.
const LIVELY_FOR = 20 * 60_000;
const FAST_POLL = 2500;
const SLOW_POLL = 60_000;
const PACES = inPocket ? [[Infinity, SLOW_POLL]] : [[LIVELY_FOR, FAST_POLL], [60 * 60_000, 10_000], [Infinity, SLOW_POLL]];
const RETRY_WAIT = 1000;
// Seconds that the site may wait for news before it answers, and the milliseconds of pause after it did.
const WAIT = 10;
const PAUSE = 100;
// One missing answer is retried before the line says so.
const MAX_MISSED = 2;

// The page that is followed: its `main`, the versions that it shows and that it asks about, and what is newer.
let followed = null;
let livelyAt = performance.now();
let asOf = performance.timeOrigin + cameAt();
let missed = 0;
// Whether the site waits for news before it answers: only an answer without news shows that it does not.
let isHeld = true;

const polls = repeat(look);

// Follows the current page, keeps the screen awake while its game runs, and shows the time where that is wanted; a second call
// for the same page does nothing.
export function follow() {
  const sheet = sheetOf(document);
  keepAwake(document.querySelector("[data-running]"));
  if (attempt(() => localStorage[nameOf("timer")])) import("../views/timer.js").then(({ showTime }) => showTime(), () => {});
  if (!sheet || (sheet === followed?.sheet && sheet.dataset.etag === followed.shows)) return;
  const { follow: address, etag } = sheet.dataset;
  const isFirst = followed === null;
  if ("ended" in sheet.dataset) livelyAt = performance.now() - LIVELY_FOR;
  else if (!isFirst && address !== followed.address) livelyAt = performance.now();
  followed = { sheet, address, shows: etag, etag, newer: null, isAnnounced: true };
  // The script is loaded late, so look at once.
  if (isFirst) polls.look();
  else polls.rest(pause());
}

// A script of the page has shown what is new up to this version.
export function isUpTo(etag) {
  if (!followed) return;
  Object.assign(followed, { shows: etag, etag, newer: null });
  polls.rest(pause());
}

const lookNow = () => followed && polls.look();
onWindows(lookNow);
// What was asked for before the site had them is older than what was tapped here.
addEventListener("taps-sent", () => {
  if (!followed) return;
  Object.assign(followed, { etag: followed.shows, newer: null });
  polls.look();
});
addEventListener("pagehide", polls.stop);
// The answer brings the news, and a connection is free for it: over HTTP/1.1 a browser has six.
addEventListener("submit", () => followed && polls.rest(pace()));
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => {
    const isSlow = pace() > PACES[0][1];
    livelyAt = performance.now();
    for (const box of refusals()) delete box.dataset.refused;
    if (isSlow) lookNow();
  });
}

const pace = () => PACES.find(([until]) => performance.now() - livelyAt < until)[1];
const pause = () => (isHeld ? PAUSE : pace());

// Resolves to the milliseconds until the next look, to nothing where this page is followed no more.
async function look(signal) {
  const { sheet, address } = followed;
  const words = sheet.dataset;
  if (!sheet.isConnected) return hideLine();
  const answer = await newsAt(`${address}${location.search}`, signal);
  // Called off, or the page was replaced by the answer to an entry.
  if (signal.aborted || !sheet.isConnected) return undefined;
  // It may lack what this tap changes.
  if (tapUnderWay()) return tapUnderWay().then(() => 0);
  if (answer && !answer.later) heard(words);
  else miss();
  if (answer?.gone && !isEntering()) return location.reload();
  if (answer?.page) {
    Object.assign(followed, { newer: answer, isAnnounced: false, etag: sheetOf(answer.page).dataset.etag });
    livelyAt = performance.now();
  }
  const { newer, isAnnounced } = followed;
  if (newer && !isEntering(tapsLostWith(newer.page))) return take(newer);
  // The answer to an entry that is being sent comes by itself: what is newer may be that entry.
  if (newer && !isAnnounced && !isSending()) {
    followed.isAnnounced = true;
    if (tells(document) !== tells(newer.page)) sayWhatIsNew(sheet, newer, () => showNewest(sheet, newer));
  }
  if (answer) return answer.later ?? pause();
  return missed < MAX_MISSED ? RETRY_WAIT : inPocket ? FAST_POLL : pace();
}

// Resolves to nothing new, or a page with its text, the address after a redirect and whether this phone wrote last;
// `gone` without access, `later` in milliseconds; null if the site didn't answer.
async function newsAt(address, signal) {
  const wait = !missed && pace() === FAST_POLL ? WAIT : 0;
  const headers = { "If-None-Match": `W/"${followed.etag}"`, Prefer: `wait=${wait}` };
  const answer = await ask(address, { headers, signal, wait });
  const { meaning, status, text } = answer;
  if (meaning === "same") {
    isHeld = answer.headers.has("Preference-Applied");
    return {};
  }
  if (status === 503 && answer.after) return { later: 1000 * answer.after };
  if (meaning === "none" || meaning === "later" || status >= 500) return null;
  const page = answer.ok ? await readPage(text, { stays: true }) : null;
  if (answer.ok && !page) return null;
  if (!answer.ok || !sheetOf(page)) return { gone: true };
  // The step is over for this seat, say, and the site redirects to another page.
  const isElsewhere = answer.address !== new URL(address, location.href).href;
  return { page, text, isOwn: answer.headers.has("X-Takuroku-Own"), address: isElsewhere ? answer.address : null };
}

// What a reader who is entering something wants to know; that somebody sat down meanwhile can wait.
const READ_BY_OTHERS = "main .alert, [data-announce], .seat-inputs b, .others output, form [checked], .counter input";
const tells = (page) => {
  const parts = all(page, READ_BY_OTHERS).filter((part) => !isTappedHere(part));
  return [sheetOf(page).dataset.position, ...parts.map((part) => `${part.id} ${part.getAttribute("value")} ${part.textContent}`)].join();
};
// A seat that is entered for on this sheet, and not on a phone of its own.
function isTappedHere(part) {
  const { tapped = "", elsewhere = "" } = part.ownerDocument.querySelector("form.step")?.dataset ?? {};
  const { seat } = part.closest("[data-seat]")?.dataset ?? {};
  return seat !== undefined && tapped.split(" ").includes(seat) && enteredAt(elsewhere, seat) === undefined;
}

const sheetOf = (page) => page.querySelector("main[data-follow]");

const gameOf = (page) => sheetOf(page).dataset.follow.match(/\/s\/[^/]+/)?.[0];

// Whether something has been saved since, so that the step of the open page is over.
const isWritten = (page) => sheetOf(page).dataset.position !== sheetOf(document).dataset.position;

// The reader is entering or saving something. A step tells itself when all its taps are undone, and whether what is wrong
// was typed.
const WRITING = "main :is(textarea, input[type=text]:not([inputmode=none])):focus";
const WRONG = "main [role=alert]:not([data-step]:not([data-typed]) .wrong)";
const ENTERING = `form[data-typed], [data-sending], [data-begun], ${WRONG}, ${WRITING}`;
const TAPPED = ".bar [data-untap]:not([hidden])";
const NONE = ":not(*)";
const isSending = () => document.querySelector("[data-sending=yes]") !== null;

function isEntering(taps = TAPPED) {
  if (document.querySelector(`${ENTERING}, ${taps}`)) return true;
  return all(document, "main form:not([data-step])").some((form) => [...form.elements].some(isChanged));
}

// Where the step is written, the taps that the site did not have; before that they stay beside what seats enter.
function tapsLostWith(page) {
  if (isWritten(page)) return signsGivenLate(page).length ? NONE : `${TAPPED}:not([data-stored])`;
  return page.querySelector("form.step [name=shown]") ? NONE : TAPPED;
}

// What was tapped here and the written step lacks, where the page offers all of it: a suit can be given late.
function signsGivenLate(page) {
  const form = isWritten(page) ? document.querySelector("form.step:has([name=shown])") : null;
  const seats = form?.dataset.tapped?.split(" ") ?? [];
  const isLost = (field) => field.name && isChanged(field) && field.checked !== false && !seats.includes(seatOf([field.name]));
  const lost = [...(form?.elements ?? [])].filter(isLost);
  const offered = lost.map(({ name, value }) => lateSign(page, name, value));
  return offered.every(Boolean) ? offered : [];
}

const lateSign = (page, name, value) =>
  page.querySelector(`.given-late:not(:has([aria-current])) [name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);

// Where players have written the step on their phones meanwhile, taps that the site did not have are sent, and so shown
// beside it.
function showNewest(sheet, newer) {
  const form = sheet.querySelector("form.step:has([name=shown])");
  if (!form || !isWritten(newer.page) || !document.querySelector(tapsLostWith(newer.page))) return take(newer);
  hideLine();
  return form.requestSubmit();
}

// Whether a field differs from what the page came with: it may have been changed before this script was there.
function isChanged(field) {
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) return !(field.querySelector("[selected]") ?? field.options[0])?.selected;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

async function take({ page, text, address }) {
  hideLine();
  const late = signsGivenLate(page);
  const isMarkKept = keepMark(page);
  if (!isWritten(page) && gameOf(page) === gameOf(document)) sheetOf(page).prepend(...refusals().map((box) => box.cloneNode(true)));
  const shown = showPage(page, { stays: true, address });
  keepSeen(text);
  await shown;
  if (!isMarkKept) markMoved();
  dispatchEvent(new Event("taken"));
  for (const { name, value } of late) {
    const sign = lateSign(document, name, value);
    sign?.form.requestSubmit(sign);
  }
}

// Why an entry was refused is read before it goes: on the pages of its question that come it stays until a tap.
const refusals = () => all(document, "main [data-refused]");

// On the page that comes, the row that was marked stays so: the next tap is for it. Not where its number has come since, and
// another is still missing.
const NUMBER = ".laid, output:not(:empty), .without-tray [checked]:not([value='']), input[type=text]";
const hasNumber = (row) => all(row, NUMBER).some(({ type, value }) => type !== "text" || value.trim());

function keepMark(page) {
  const marked = !isWritten(page) && document.querySelector("[data-seat][aria-current]");
  if (!marked) return true;
  const [before, rows] = [document, page].map((each) => all(each, "form.step [data-seat]"));
  const row = rows.find((each) => each.dataset.seat === marked.dataset.seat);
  // What was tapped here comes back with the draft.
  const known = new Set([...before, ...rows].filter(hasNumber).map((each) => each.dataset.seat));
  const isAnyMissing = rows.some((each) => !known.has(each.dataset.seat));
  if (!row || (!hasNumber(marked) && hasNumber(row) && isAnyMissing)) return false;
  row.dataset.marked = document.querySelector("[data-begun]") ? "begun" : "";
  return true;
}

// --- a line over the words of the step, over the keys of a seat, or at the foot of the screen ----------------

function sayWhatIsNew({ dataset: words }, { page, isOwn }, show) {
  // Where nothing was saved, a seat has entered its part: the news on that page are old.
  const headline = isWritten(page) && page.querySelector(".headline p");
  const what = headline && spoken(headline);
  const text = isOwn ? document.body.dataset.saySent : sheetOf(page).dataset.sayWrote;
  showLine(what ? fill(text, { what }) : words.sayNewer, makeButton(words.sayShow, show));
}

function miss() {
  missed += 1;
  if (missed < MAX_MISSED && (inPocket || navigator.onLine)) return;
  missed = Math.max(missed, MAX_MISSED);
  // A step that waits has its name there.
  if (document.querySelector("main[data-after][data-sending]")) return;
  showLine(fill(document.body.dataset.saySeen, { ago: ago(Math.round((Date.now() - asOf) / 1000)) }));
}

function heard(words) {
  asOf = Date.now();
  if (missed >= MAX_MISSED) {
    if (!document.querySelector(".following button")) hideLine();
    tell([words.sayBack]);
  }
  missed = 0;
}

// Announced once; later ages of the page are only shown.
function showLine(text, ...more) {
  let line = document.querySelector(".following");
  if (line?.querySelector("button") && !more.length) return;
  const isAnnounced = line !== null && !more.length;
  if (!line) {
    line = make("aside", { className: "following" });
    const words = document.querySelector("form.step > .headline");
    if (words) words.after(line);
    else (document.querySelector(".asked") ?? document.body).append(line);
  }
  line.replaceChildren(make("p", { textContent: text }), ...more);
  if (!isAnnounced) tell([text]);
}

function hideLine() {
  document.querySelector(".following")?.remove();
}

// A time that has passed, in the words of the browser: "5 minutes ago" or "yesterday".
export function ago(seconds) {
  const units = { day: 86400, hour: 3600, minute: 60 };
  const [unit, length] = Object.entries(units).find(([, length]) => seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
