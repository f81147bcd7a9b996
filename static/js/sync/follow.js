// Live updates: an open page asks `data-follow` for a version newer than its `data-etag`, and shows it at once unless
// something is being entered; then a line says what others wrote. The site answers when there is one, or after some
// seconds; where it does not wait, the page polls. If it doesn't answer, a line says how old the page is.
import { cameAt } from "../core/double-tap.js";
import { news, spoken, tell } from "../core/announce.js";
import { remember } from "../views/motion.js";
import { keepAwake } from "../views/wake-lock.js";
import { readerPosition } from "../core/reader-position.js";
import { dress } from "./dress.js";
import { inPocket, onWindows } from "./pocket.js";
import { ago } from "../core/ago.js";
import { fill } from "../core/words.js";
import { keepSeen } from "./register-worker.js";

// Milliseconds: pairs of the time since the last news or touch, and the poll interval up to then. A game that is over
// starts slow. In the pocket other windows announce news, so polls are rare.
const LIVELY_FOR = 20 * 60_000;
const FAST_POLL = 2500;
const SLOW_POLL = 60_000;
const PACES = inPocket ? [[Infinity, SLOW_POLL]] : [[LIVELY_FOR, FAST_POLL], [60 * 60_000, 10_000], [Infinity, SLOW_POLL]];
const RETRY_WAIT = 1000;
// Seconds that the site may wait for news before it answers, and the pause after it did.
const WAIT = 10;
const PAUSE = 100;
const TIME_LIMIT = 8000;
// From lifting the finger until the tap is in the draft.
const TAP_ENDS = 200;
// One missing answer is retried before the line says so.
const MAX_MISSED = 2;

let followed = null;
let livelyAt = performance.now();
let asOf = performance.timeOrigin + cameAt();
let missed = 0;
// Whether the site waits for news before it answers: only an answer without news shows that it does not.
let isHeld = true;

// Follows the current page, and keeps the screen awake while its game runs; a second call for the same page does nothing.
export function follow(boot) {
  const sheet = sheetOf(document);
  keepAwake(document.querySelector("[data-running]"));
  if (!sheet || followed?.sheet === sheet) return;
  followed?.stop();
  if (followed && followed.address !== sheet.dataset.follow) livelyAt = performance.now();
  const isFirst = followed === null;
  followed = start(sheet, boot);
  // The script is loaded late, so look at once.
  if (isFirst) followed.look();
}

// A script of the page has shown what is new up to this version.
export const isUpTo = (etag) => followed?.isUpTo(etag);

document.addEventListener("visibilitychange", () => (document.hidden ? followed?.stop() : followed?.look()));
addEventListener("online", () => followed?.look());
onWindows(() => followed?.look());
addEventListener("pagehide", () => followed?.stop());
// What was asked for before the site had them is older than what was tapped here.
addEventListener("taps-sent", () => followed?.askAnew());
// The answer brings the news, and a connection is free for it: over HTTP/1.1 a browser has six.
addEventListener("submit", () => followed?.rest());
// A tap ends on the page on which it began: what comes while a finger is down is not shown under it.
let tap = null;
let endTap = () => {};
let tapEnds = null;
addEventListener("pointerdown", () => {
  clearTimeout(tapEnds);
  tap ??= new Promise((end) => (endTap = end)).then(() => (tap = null));
});
for (const lift of ["pointerup", "pointercancel"]) {
  addEventListener(lift, () => (tapEnds = setTimeout(() => endTap(), TAP_ENDS)));
}
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => {
    const slow = pace() > PACES[0][1];
    livelyAt = performance.now();
    if (slow) followed?.look();
  });
}

const pace = () => PACES.find(([until]) => performance.now() - livelyAt < until)[1];

function start(sheet, boot) {
  const words = sheet.dataset;
  let { etag } = words;
  let timer = null;
  let asking = null;
  let newer = null;
  let isTold = true;
  if ("ended" in words) livelyAt = performance.now() - LIVELY_FOR;

  const stop = () => {
    clearTimeout(timer);
    asking?.abort();
    asking = null;
  };
  const rest = (time = pace()) => {
    stop();
    timer = setTimeout(look, time);
  };
  const look = async () => {
    stop();
    if (document.hidden) return;
    if (!sheet.isConnected) return hideLine();
    const mine = new AbortController();
    asking = mine;
    const answer = await ask(`${words.follow}${location.search}`, etag, mine, !missed && pace() === FAST_POLL ? WAIT : 0);
    // Aborted, or the page was replaced by the answer to an entry.
    if (asking !== mine || !sheet.isConnected) return;
    // It may lack what this tap changes.
    if (tap) return tap.then(() => asking === mine && look());
    if (answer && !answer.later) heard(words);
    else miss(words);
    if (answer?.gone && !isEntering()) return location.reload();
    if (answer?.page) {
      newer = answer;
      isTold = false;
      etag = sheetOf(newer.page).dataset.etag;
      livelyAt = performance.now();
    }
    if (newer && !isEntering(sheetOf(newer.page).dataset.position !== words.position)) return take(newer, boot);
    // The answer to an entry that is being sent comes by itself: what is newer may be that entry.
    if (newer && !isTold && !isSending()) {
      isTold = true;
      if (tells(document) !== tells(newer.page)) sayWhatIsNew(sheet, newer, () => take(newer, boot));
    }
    rest(answer ? (answer.later ?? next()) : missed < MAX_MISSED ? RETRY_WAIT : inPocket ? FAST_POLL : pace());
  };
  const isUpTo = (newest) => {
    [etag, newer] = [newest, null];
    rest(next());
  };
  const askAnew = () => {
    [etag, newer] = [words.etag, null];
    look();
  };
  rest(next());
  return { sheet, address: words.follow, stop, rest, look, isUpTo, askAnew };
}

const next = () => (isHeld ? PAUSE : pace());

// Resolves to nothing new, or a page with its text, the address after a redirect and whether this phone wrote last;
// `gone` without access, `later` in milliseconds; null if the site didn't answer. `wait` is in seconds.
async function ask(address, etag, asking, wait) {
  const limit = setTimeout(() => asking.abort(), TIME_LIMIT + wait * 1000);
  try {
    const headers = { "If-None-Match": `W/"${etag}"`, Prefer: `wait=${wait}` };
    const answer = await fetch(address, { headers, signal: asking.signal });
    if (answer.status === 304) {
      isHeld = answer.headers.has("Preference-Applied");
      return {};
    }
    const later = 1000 * Number(answer.headers.get("Retry-After"));
    if (answer.status === 503 && later > 0) return { later };
    if (!answer.headers.has("X-Takuroku") || answer.status >= 500 || answer.status === 429) return null;
    if (!answer.ok) return { gone: true };
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    // The step is over for this seat, say, and the site redirects to another page.
    const isElsewhere = answer.url !== new URL(address, location.href).href;
    const isOwn = answer.headers.has("X-Takuroku-Own");
    if (!sheetOf(page)) return { gone: true };
    await dress(page);
    return { page, text, isOwn, address: isElsewhere ? answer.url : null };
  } catch {
    return null;
  } finally {
    clearTimeout(limit);
  }
}

// What a reader who is entering something wants to know; that somebody sat down meanwhile can wait.
const TOLD = "main .alert, [data-told], .told-of-seats b, .others b, form [checked], .counter input";
const tells = (page) => {
  const told = [...page.querySelectorAll(TOLD)].filter((part) => !isTappedHere(part));
  return [sheetOf(page).dataset.position, ...told.map((part) => `${part.id} ${part.getAttribute("value")} ${part.textContent}`)].join();
};
// A seat without a phone, which is entered for on this sheet.
const isTappedHere = (part) =>
  document.querySelector("[data-tapped]")?.dataset.tapped.split(" ").includes(part.closest("[data-seat]")?.dataset.seat);

const sheetOf = (page) => page.querySelector("main[data-follow]");

// The reader is entering or saving something. A step tells itself when all its taps are undone.
const WRITING = "main :is(textarea, input[type=text]):focus";
const ENTERING = `form[data-typed], [data-sending], main [role=alert], ${WRITING}`;
const TAPPED = ".bar [data-untap]:not([hidden])";
const isSending = () => document.querySelector("[data-sending=yes]") !== null;

// `isSaved`: the step is written, with the taps that the site had.
function isEntering(isSaved = false) {
  if (document.querySelector(ENTERING)) return true;
  if (document.querySelector(isSaved ? `${TAPPED}:not([data-stored])` : TAPPED)) return true;
  return [...document.querySelectorAll("main form:not([data-step])")].some((form) => [...form.elements].some(isChanged));
}

// Whether a field differs from what the page came with: it may have been changed before this script was there.
function isChanged(field) {
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) return !(field.querySelector("[selected]") ?? field.options[0])?.selected;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

// --- taking what is new -----------------------------------------------------------

async function take({ page, text, address }, boot) {
  hideLine();
  const back = readerPosition();
  const showMotion = remember();
  const marked = keepMark(page);
  document.title = page.title;
  for (const part of ["header", "main"]) {
    document.querySelector(`body > ${part}`)?.replaceWith(page.querySelector(`body > ${part}`));
  }
  if (address) history.replaceState(null, "", address);
  keepSeen(text);
  const ready = boot();
  back();
  showMotion();
  tell(news());
  // What the step's script brings into view with the next frame it does not.
  requestAnimationFrame(back);
  await ready;
  delete marked?.dataset.kept;
  dispatchEvent(new Event("taken"));
}

// On the page that comes, the row that was marked stays so while its number is still missing: the next tap is for it.
function keepMark(page) {
  if (sheetOf(page).dataset.position !== sheetOf(document).dataset.position) return null;
  const { seat } = document.querySelector("[data-seat][aria-current]")?.dataset ?? {};
  const row = [...page.querySelectorAll("form.step [data-seat]")].find((each) => each.dataset.seat === seat);
  if (!row || row.querySelector(".laid, output:not(:empty), .without-tray [checked]:not([value=''])")) return null;
  row.dataset.kept = "";
  return row;
}

// --- a line over the words of the step, over the keys of a seat, or at the foot of the screen ----------------

function sayWhatIsNew({ dataset: words }, { page, isOwn }, show) {
  // Where nothing was saved, a seat has entered its part: the news on that page are old.
  const isSaved = sheetOf(page).dataset.position !== words.position;
  const said = isSaved && page.querySelector(".said p");
  const what = said && spoken(said);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = words.sayShow;
  button.addEventListener("click", show);
  const text = isOwn ? document.body.dataset.saySent : sheetOf(page).dataset.sayWrote;
  showLine(what ? fill(text, { what }) : words.sayNewer, button);
}

function miss(words) {
  missed += 1;
  if (missed < MAX_MISSED && (inPocket || navigator.onLine)) return;
  missed = Math.max(missed, MAX_MISSED);
  // A step that waits has its name there.
  if (document.querySelector("main[data-after][data-sending]")) return;
  const time = new Date(asOf).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  showLine(fill(words.sayLost, { time, ago: ago(Math.round((Date.now() - asOf) / 1000)) }));
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
  const told = line !== null && !more.length;
  if (!line) {
    line = document.createElement("aside");
    line.className = "following";
    const words = document.querySelector("form.step > .said");
    if (words) words.after(line);
    else (document.querySelector(".asked") ?? document.body).append(line);
  }
  const said = document.createElement("p");
  said.textContent = text;
  line.replaceChildren(said, ...more);
  if (!told) tell([text]);
}

function hideLine() {
  document.querySelector(".following")?.remove();
}
