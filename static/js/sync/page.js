// The page while it stays open: a page that comes is shown in its place, a form is sent from it.
import { pageCame } from "../core/double-tap.js";
import { all, fire, make, makeButton, tell } from "../core/elements.js";
import { keepClear, pageShown } from "../core/page.js";
import { inPocket, tellWindows } from "../core/phone.js";
import { fillIn } from "../step/draft.js";
import { ask, parse, reloadOnceBack } from "./net.js";
import { send, sendAgain, sendWaiting, takeBack, titleOf, waiting } from "./outbox.js";
import { continuedAt, grouped, isAt, wentOn } from "./rules.js";

let compare = null;
let motion = null;

// The page of a text, when the styles that it needs are there. For one on which the reader `stays` what compares pages must be
// there too: without it null.
export async function readPage(text, { stays = false } = {}) {
  const page = parse(text);
  await Promise.all([dress(page), loadMotion(), stays && loadCompare()]);
  return stays && !compare ? null : page;
}

async function loadMotion() {
  motion ??= await import("../views/motion.js").catch(() => null);
}

async function loadCompare() {
  try {
    const module = await import("../views/compare.js");
    await module.loadLibrary();
    compare = module;
  } catch {
    // There was no network just then.
  }
}

const sheetsIn = ({ head }) => all(head, "link[rel=stylesheet]");

// Loads the style sheets of a page that the open page lacks: its game's, or what a running step has not. Each gets its place
// among the others, since of two rules the later one counts.
function dress(page) {
  const open = new Map(sheetsIn(document).map((link) => [link.getAttribute("href"), link]));
  const loading = [];
  let last = null;
  page.sheets = sheetsIn(page).map((link) => {
    const own = open.get(link.getAttribute("href")) ?? document.adoptNode(link);
    if (own === link) {
      loading.push(new Promise((done) => {
        own.addEventListener("load", done);
        own.addEventListener("error", done);
      }));
      last ? last.after(own) : document.head.prepend(own);
    }
    last = own;
    return own;
  });
  return Promise.all(loading);
}

// What the pages before it were dressed in has no say in how a page looks.
function undress({ sheets }) {
  for (const link of sheets ? sheetsIn(document) : []) {
    if (link.sheet) link.sheet.disabled = !sheets.includes(link);
  }
}

// Shows a page in the place of the open one, and resolves when all its scripts are there. Where the reader `stays` on the page
// only what differs is changed: the focus, the place, what is unfolded and the live region stay. Another page is read from its
// start. `address` is that of the page where it is another one, to which Back returns if it is to `push` one; `says` makes
// the sentences for a screen reader. `gives` gets the page that was open, as it was entered, to be shown again.
export async function showPage(page, { stays = false, address = null, push = false, says = news, gives = () => {} } = {}) {
  const back = stays && compare.readerPosition();
  const showMotion = motion?.remember();
  const { title } = document;
  document.title = page.title;
  undress(page);
  if (stays) compare.changePage(page);
  else gives({ title, body: replace(page), isEnhanced: true });
  if (address) history[push ? "pushState" : "replaceState"](null, "", address);
  seen = here();
  if (!stays) {
    pageCame();
    focusPage();
  }
  const ready = page.isEnhanced ? keepClear() : pageShown();
  if (stays) back();
  else {
    scrollTo(0, 0);
    document.querySelector("[data-here]")?.scrollIntoView({ block: "center" });
  }
  showMotion?.();
  tell(says());
  // What the step's script brings into view with the next frame it does not.
  if (stays) requestAnimationFrame(back);
  await ready;
  if (!stays) focusStep();
}

const NEWS = ".headline p, [data-spoken], [data-here], [data-announce]";

// The news on a page that was just loaded, without what tells its own changes.
export const news = () =>
  all(document, NEWS).filter((part) => !part.closest("[aria-live]")).map(spoken).filter(Boolean);

// A text without the marks that are for the eye.
export function spoken(part) {
  const copy = part.cloneNode(true);
  for (const mark of copy.querySelectorAll("[aria-hidden=true]")) mark.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

// Returns what was there.
function replace({ body }) {
  const live = document.querySelector("#live");
  const before = document.createDocumentFragment();
  body.querySelector("#live")?.remove();
  before.append(...[...document.body.childNodes].filter((part) => part !== live));
  live.before(...body.childNodes);
  return before;
}

// --- a finger on the page ---------------------------------------------------------

// Milliseconds from lifting it until the tap is in the draft.
const TAP_ENDS = 200;
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

// A tap ends on the page on which it began: resolves when it has, null where there is none.
export const tapUnderWay = () => tap;

// --- the focus of the keyboard after a page swap ----------------------------------------

// Touch gets none: it would scroll the page and open the phone's keyboard.
let byKey = document.activeElement?.matches(":focus-visible") ?? false;
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);

const FIELDS = ["input:not([type=hidden]):enabled", "button:enabled"];

// Moves the focus from a form that is about to be locked or removed. Returns a function that restores it.
function holdFocus(form) {
  const held = document.activeElement;
  if (form.contains(held)) focusPage();
  return () => {
    if (byKey && form.contains(held)) held.focus({ preventScroll: true });
    else focusPage();
  };
}

// A new page is read from its start until its script has found the first field.
export function focusPage() {
  document.querySelector("main")?.focus({ preventScroll: true });
}

// Focuses the first field of the marked row or of the step (of radios the checked one), or else its first button.
function focusStep() {
  const step = document.querySelector("form.step");
  if (!byKey || !step || !document.activeElement?.matches("main")) return;
  const marked = step.querySelector(".place[aria-current]") ?? step;
  // A number from the tray is typed wherever the row has the focus, but not in a field of another number.
  const kinds = marked.querySelector(":scope > output") ? FIELDS.slice(1) : FIELDS;
  const [first] = kinds.flatMap((kind) => all(marked, kind)).filter((control) => control.checkVisibility());
  const chosen = first?.type === "radio" && step.querySelector(`[name="${first.name}"]:checked:enabled`);
  (chosen || first)?.focus();
}

// --- Back -------------------------------------------------------------------------

const here = () => location.pathname + location.search;
let seen = here();

// The address of the page changes, which stays as it is.
export function stayAt(address) {
  history.replaceState(history.state, "", address);
  seen = here();
}

// A step within the page, as to its content, is one of these events too.
addEventListener("popstate", () => {
  if (here() !== seen) location.reload();
});

// --- an entry under way -----------------------------------------------------------

const SAY_SENDING_AFTER = 400;

function entryOf(form, body) {
  const { after, sayHeld, sayAgain, sayDiscard } = form.closest("main")?.dataset ?? {};
  return {
    key: body.get("key") ?? Symbol("not kept"),
    page: location.pathname,
    address: addressOf(form),
    title: titleOf(document.querySelector("h1"), form.querySelector(".headline h2")),
    // The entry that it is made on, where that one waits too.
    after,
    words: [sayHeld, sayAgain, sayDiscard],
    turn: [form.closest("[data-sheet]")?.dataset.sheet, form.dataset.turn],
    // Hidden parts are not named on other pages.
    said: "hidden" in form.dataset ? "" : describe(form),
    fields: [...body],
  };
}

export const addressOf = (form) => {
  const { pathname, search } = new URL(form.action, location.href);
  return pathname + search;
};

// The entry in the words of its form: "Ann 3, Ben 2".
function describe(form) {
  const groups = new Map();
  for (const field of form.querySelectorAll("input:checked, input[type=text], input[type=number], select, textarea")) {
    const label = field.labels?.[0]?.textContent.trim() ?? field.ariaLabel ?? "";
    const group = document.getElementById(field.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"));
    const row = field.matches(":checked") ? field.closest("[data-seat]") : null;
    const head = (row ?? group)?.querySelector(".name") ?? group ?? field.closest("fieldset")?.querySelector("legend");
    // The name itself, not what stands beside it.
    const of = [...(head?.childNodes ?? [])].map((part) => part.textContent.trim()).find(Boolean) ?? "";
    const what = field.matches(":checked") ? label : field.value && `${label} ${field.value}`;
    if (!field.disabled && field.value && what) groups.set(of, [...(groups.get(of) ?? []), what]);
  }
  const comma = document.documentElement.lang === "ja" ? "、" : ", ";
  return [...groups].map(([of, what]) => `${of} ${what.join(of ? " " : comma)}`.trim()).join(comma);
}

// The form that is locked until the site has answered.
let locked = null;
export const isLocked = () => locked !== null;
export const unlock = () => locked?.end();

// The step ahead: over a phone's slow network the page's own scripts come first.
let ahead = null;
if (!inPocket) setTimeout(loadAhead, 2000);

async function loadAhead() {
  ahead ??= await import("../step/ahead.js").catch(() => null);
}

// Sends a form without leaving the page. Until the answer it is locked, and can be taken back.
export function sendForm(form, body) {
  const entry = entryOf(form, body);
  send(entry, hearingOf(form, entry));
  loadMotion();
}

// Goes on with an entry of this page that was being sent when the page was left, or was refused when another page sent it:
// the form is filled in again and the answer shown.
export async function sendOn() {
  const formOf = (item) => [...document.forms].find((each) => "send" in each.dataset && addressOf(each) === item.address);
  const item = continuedAt(location.pathname, await waiting(), formOf);
  if (item?.ahead) await loadAhead();
  if (item && !document.querySelector("[data-sending=yes]")) fillAndSend(formOf(item), item);
  sendWaiting();
}

export function fillAndSend(form, item) {
  const given = new Map(item.fields);
  const { position, key } = form?.elements ?? {};
  // If the sheet has new entries since, the form asks something else.
  if (form && position?.value === given.get("position")) {
    key.value = item.key;
    fillIn(form, grouped(item.fields));
    fire(form, "restored");
  }
  const place = form ?? document.querySelector("main");
  sendAgain(item, hearingOf(place, item));
}

function hearingOf(form, item) {
  const keys = keysOf(form, item);
  const lock = lockForm(form, keys, async () => {
    await takeBack(item);
    fire(form, "takenback");
  });
  markKey(form, item);
  return {
    waits({ why }, isKept) {
      const { sayOffline, sayUnkept } = document.body.dataset;
      const next = !why && ahead?.nextAfter(form, item, isKept);
      if (next?.show) return next.show();
      return lock.say(...(next?.sentences ?? [why ?? (isKept ? sayOffline : sayUnkept)]));
    },
    answered(answer) {
      lock.end();
      return show(form, answer);
    },
    gone() {
      lock.end();
      reloadOnceBack(0);
    },
  };
}

// Marks the key whose value is on its way; a hidden one stands on no screen.
function markKey(form, { fields }) {
  if ("hidden" in form.dataset) return;
  for (const key of form.querySelectorAll(".says button")) {
    key.toggleAttribute("data-sent", fields.some(([name, value]) => name === key.name && value === key.value));
  }
}

// The keys of which one sends the form: while its entry waits, a tap on another one replaces it.
function keysOf(form, item) {
  const { key } = form.elements ?? {};
  const says = key?.value === item.key ? form.querySelector(":scope > .says") : null;
  const replace = ({ submitter }) => {
    if (item.fields.some(([name, value]) => name === submitter.name && value === submitter.value)) return;
    unlock();
    // Should the first one be saved already, this one is no repeat of it.
    key.value = `${key.value.split("@")[0]}@${Date.now()}`;
    sendForm(form, new FormData(form, submitter));
    takeBack(item);
  };
  return says && {
    open() {
      form.inert = false;
      for (const part of form.children) part.inert = part !== says;
      form.addEventListener("submit", replace);
    },
    close() {
      for (const part of form.children) part.inert = false;
      form.removeEventListener("submit", replace);
    },
  };
}

function lockForm(form, keys, takenBack) {
  const words = document.body.dataset;
  const release = holdFocus(form);
  form.dataset.sending = "yes";
  form.setAttribute("aria-busy", "true");
  form.inert = true;
  let bar = null;
  const lock = (locked = {
    say(...sentences) {
      const texts = sentences.filter(Boolean);
      const text = texts.join(" · ");
      // A reason replaces the message that it takes long.
      clearTimeout(slow);
      if (!bar) keys?.open();
      bar ??= showBar(() => {
        lock.end();
        tell([]);
        takenBack();
      });
      const line = bar.querySelector("p");
      if (line.textContent === text) return;
      line.textContent = text;
      tell(texts);
    },
    end() {
      clearTimeout(slow);
      if (locked === lock) locked = null;
      keys?.close();
      form.inert = false;
      form.removeAttribute("aria-busy");
      delete form.dataset.sending;
      release();
      bar?.remove();
    },
  });
  const slow = setTimeout(() => lock.say(words.saySending), SAY_SENDING_AFTER);
  return lock;
}

function showBar(takeBack) {
  const bar = make("div", { className: "sending" }, make("p"), makeButton(document.body.dataset.sayTakeBack, takeBack));
  document.body.append(bar);
  return bar;
}

export async function show(form, answer) {
  if (answer.ok) fire(form, "saved");
  const page = await readPage(answer.text);
  // What the site has just answered is no old page, whatever was shown before.
  delete document.documentElement.dataset.seen;
  // After a refusal the address stays: going back or reloading must not ask to send again. Behind a game that was
  // begun lies no filled form that would begin a second one.
  const isElsewhere = wentOn(answer, location.pathname);
  const push = !isAt(answer.address, location.pathname) && !("setup" in form.dataset);
  const shown = showPage(page, { address: isElsewhere ? answer.address : null, push, says: answer.ok ? news : () => [] });
  if (answer.ok && isElsewhere) keepSeen(answer.text);
  tellWindows();
  await shown;
  ahead?.fetchAhead();
}

// --- what the browser keeps: the time zone, the service worker ------------------------------

// In the pocket every request has the zone, and the worker is its own. Who only looks at the game of a code gets no cookie; the
// worker fetches pages that set one.
if (!inPocket && !document.querySelector("[data-code]")) {
  tellZone();
  install();
}

// For dates that no script can write, as in pictures.
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// Browsers allow a worker only over HTTPS and on localhost.
async function install() {
  if (!globalThis.isSecureContext || !navigator.serviceWorker) return;
  const { root } = document.body.dataset;
  document.head.append(make("link", { rel: "manifest", href: `${root}manifest.webmanifest?language=${document.documentElement.lang}` }));
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  try {
    await navigator.serviceWorker.register(`${root}worker.js`, { scope: root });
  } catch {
    // Not allowed, as in a private window: the site then needs the network.
  }
}

// The page that a saved entry brought is the last that was seen, though no address was gone to.
export function keepSeen(text) {
  if (!inPocket) navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, text });
}
