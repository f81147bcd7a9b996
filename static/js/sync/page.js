// The page while it stays open: a page that comes is shown in its place, a form is sent from it, the next step is entered
// while an entry waits.
import { pageCame } from "../core/double-tap.js";
import { all, fire, make, makeButton } from "../core/elements.js";
import { enhancePage, localTimes, pageShown } from "../core/page.js";
import { inPocket, tellWindows } from "../core/phone.js";
import { fill, news, tell } from "../core/words.js";
import { fillIn } from "../step/draft.js";
import { remember } from "../views/motion.js";
import { ask, parse, reloadOnceBack } from "./net.js";
import { addressOf, entryOf, hearOf, keepAhead, send, sendAgain, sendWaiting, takeBack, waiting } from "./outbox.js";
import { continuedAt, dependsOn, grouped, isAt, madeOn, wentOn } from "./rules.js";

// What scripts have given listeners is replaced whole, and gets them again.
const ENHANCED = "form, [data-script], [data-untap], [data-share], [data-copy], [data-send-link], [data-print], [data-again]";
// Lines of scripts, which stand on no page that comes.
const LINES = ".following, .unsent, .seen";

let library = null;

// The page of a text, when the styles that it needs are there. For a page on which the reader `stays` the library that
// compares pages is loaded too; without it such a page is replaced.
export async function readPage(text, { stays = false } = {}) {
  const page = parse(text);
  await Promise.all([dress(page), stays && !library && loadLibrary()]);
  return page;
}

async function loadLibrary() {
  try {
    library = (await import("../../vendor/idiomorph/idiomorph.mjs")).Idiomorph;
  } catch {
    // There was no network just then.
  }
}

// Of the page's style sheets those that the open page lacks: its game's, or what a running step has not.
function dress(page) {
  const wanted = all(page.head, "link[rel=stylesheet]").filter(
    (link) => !document.head.querySelector(`link[href="${link.getAttribute("href")}"]`),
  );
  const loaded = wanted.map((link) => new Promise((done) => {
    const own = document.adoptNode(link);
    own.addEventListener("load", done);
    own.addEventListener("error", done);
    document.head.append(own);
  }));
  return Promise.all(loaded);
}

// Shows a page in the place of the open one, and resolves when all its scripts are there. Where the reader `stays` on the page
// only what differs is changed: the focus, the place, what is unfolded and the live region stay. Another page is read from its
// start. `address` is that of the page where it is another one, to which Back returns if it is to `push` one; a page without
// news says nothing.
export async function showPage(page, { stays = false, address = null, push = false, hasNews = true } = {}) {
  const back = stays && readerPosition();
  const showMotion = remember();
  document.title = page.title;
  for (const line of document.querySelectorAll(LINES)) line.remove();
  if (stays && library) change(document.body, [...page.body.childNodes], "innerHTML");
  else replace(page);
  if (address) history[push ? "pushState" : "replaceState"](null, "", address);
  seen = here();
  if (!stays) {
    pageCame();
    focusPage();
  }
  const ready = pageShown();
  if (stays) back();
  else {
    scrollTo(0, 0);
    document.querySelector("[data-here]")?.scrollIntoView({ block: "center" });
  }
  showMotion();
  tell(hasNews ? news() : []);
  // What the step's script brings into view with the next frame it does not.
  if (stays) requestAnimationFrame(back);
  await ready;
  if (!stays) focusStep();
}

// Shows one part of a page that came, in the place of the same part of the open one; returns it.
export function showPart(page, selector) {
  const [old, fresh] = [document, page].map((each) => each.querySelector(selector));
  if (library) change(old, fresh, "outerHTML");
  else old.replaceWith(fresh);
  localTimes(document);
  return document.querySelector(selector);
}

function change(old, fresh, morphStyle) {
  const replaced = [];
  const beforeNodeMorphed = (part, other) => {
    if (part.nodeType !== Node.ELEMENT_NODE || part === old) return true;
    // Screen readers ignore another live region.
    if (part.id === "live") return false;
    if (![part, other].some((each) => each.matches(ENHANCED))) return true;
    replaced.push([part, other]);
    return false;
  };
  library.morph(old, fresh, { morphStyle, restoreFocus: false, callbacks: { beforeNodeMorphed } });
  for (const [part, other] of replaced) part.replaceWith(other);
}

function replace(page) {
  const live = document.querySelector("#live");
  page.querySelector("#live")?.remove();
  for (const part of [...document.body.childNodes]) if (part !== live) part.remove();
  live.before(...page.body.childNodes);
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

// --- where the reader is ----------------------------------------------------------

// Remembers it, and returns a function that brings the reader back there.
function readerPosition() {
  const top = scrollY > 0 ? marksIn().find(([, part]) => part.getBoundingClientRect().bottom > 0) : null;
  const height = top?.[1].getBoundingClientRect().top;
  const unfolded = new Map(folds().map((fold) => [nameOf(fold), fold.open]));
  const held = document.activeElement?.closest("main, body > header") && selectorOf(document.activeElement);
  return () => {
    for (const fold of folds()) fold.open = unfolded.get(nameOf(fold)) ?? fold.open;
    if (held && document.activeElement === document.body) {
      document.querySelector(held)?.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusPage();
    }
    const now = top && marksIn().find(([name]) => name === top[0])?.[1];
    if (now) scrollBy(0, now.getBoundingClientRect().top - height);
    else if (!top) scrollTo(scrollX, 0);
  };
}

const marksIn = () => all(document, "main h2, main tr[id]").map((part) => [part.id || part.textContent, part]);

// The seats of a step unfold by themselves.
const folds = () => all(document, "main details:not([name])");
const nameOf = (fold) => fold.querySelector("summary").textContent;

function selectorOf({ tagName, id, attributes }) {
  if (id) return `#${CSS.escape(id)}`;
  const name = ["href", "name", "aria-label"].find((each) => each in attributes);
  return name ? `${tagName}[${name}="${CSS.escape(attributes[name].value)}"]` : null;
}

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
function focusPage() {
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

// The form that is locked until the site has answered, and the entry that waits behind the step that is shown, if any.
let locked = null;
let behind = null;

// Sends a form without leaving the page. Until the answer it is locked, and can be taken back.
export function sendForm(form, body) {
  const entry = entryOf(form, body);
  send(entry, hearingOf(form, entry));
}

// Goes on with an entry of this page that was being sent when the page was left, or was refused when another page sent it:
// the form is filled in again and the answer shown.
export async function sendOn() {
  const formOf = (item) => [...document.forms].find((each) => "send" in each.dataset && addressOf(each) === item.address);
  const item = continuedAt(location.pathname, await waiting(), formOf);
  if (item && !document.querySelector("[data-sending=yes]")) fillAndSend(formOf(item), item);
  sendWaiting();
}

function fillAndSend(form, item) {
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
  const lock = lockForm(form, async () => {
    await takeBack(item);
    if (behind?.isSaved) showSaved();
  });
  markKey(form, item);
  return {
    waits(answer, isKept) {
      const ahead = isKept && !answer.why ? aheadOf(form, item) : null;
      if (ahead && !ahead.why) return goAhead(form, item, ahead, lock);
      const { sayWaiting, saySecond, sayTwo } = form.closest("main")?.dataset ?? {};
      const { sayOffline, sayUnkept } = document.body.dataset;
      if (!answer.why && behind && !behind.isSaved) return lock.say(sayWaiting, saySecond, sayTwo);
      return lock.say(answer.why ?? (isKept ? sayOffline : sayUnkept), ahead?.why);
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

function lockForm(form, takenBack) {
  const words = document.body.dataset;
  const release = holdFocus(form);
  form.dataset.sending = "yes";
  form.setAttribute("aria-busy", "true");
  form.inert = true;
  let bar = null;
  const lock = (locked = {
    say(...sentences) {
      const told = sentences.filter(Boolean);
      const text = told.join(" · ");
      // A reason replaces the message that it takes long.
      clearTimeout(slow);
      bar ??= showBar(() => {
        lock.end();
        tell([]);
        takenBack();
      });
      const line = bar.querySelector("p");
      if (line.textContent === text) return;
      line.textContent = text;
      tell(told);
    },
    end() {
      clearTimeout(slow);
      if (locked === lock) locked = null;
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

async function show(form, answer) {
  behind = null;
  if (answer.ok) fire(form, "saved");
  const page = await readPage(answer.text);
  // What the site has just answered is no old page, whatever was shown before.
  delete document.documentElement.dataset.seen;
  // After a refusal the address stays: going back or reloading must not ask to send again. Behind a game that was
  // begun lies no filled form that would begin a second one.
  const isElsewhere = wentOn(answer, location.pathname);
  const push = !isAt(answer.address, location.pathname) && !("setup" in form.dataset);
  const shown = showPage(page, { address: isElsewhere ? answer.address : null, push, hasNews: answer.ok });
  if (answer.ok && isElsewhere) keepSeen(answer.text);
  tellWindows();
  await shown;
  fetchAhead();
}

// --- the step ahead: entered while the one before it waits --------------------------

// The form for what comes after the entry at a position of a sheet.
let fetched = {};

// Over a phone's slow network the page's own scripts come first.
setTimeout(fetchAhead, 2000);
addEventListener("taken", fetchAhead);

// Of a step that waits behind another one nothing is fetched: only one at a time may have another one before it.
export async function fetchAhead() {
  const form = document.querySelector("form[data-step][data-preview]");
  const { sheet, position, after } = form?.closest("main").dataset ?? {};
  if (inPocket || !sheet || after || (fetched.sheet === sheet && fetched.position === position)) return;
  const { ok, text } = await ask(form.dataset.preview.replace(/preview$/, "ahead"));
  if (ok) fetched = { sheet, position, text };
}

// The page with the step after this entry, or why there is none; null where it was not fetched in time.
function aheadOf(form, item) {
  const { sheet, position } = form.closest("main")?.dataset ?? {};
  if (!form.matches("[data-step]")) return null;
  const isIts = fetched.sheet === sheet && fetched.position === position;
  const text = item.ahead ?? (isIts ? fetched.text : null);
  if (!text || new Map(item.fields).get("position") !== position) return null;
  const main = parse(text).querySelector("main");
  const depends = !main.querySelector("form") || dependsOn(main.dataset.unless.split(" "), item);
  return { text, main, why: depends ? main.dataset.sayDepends : null };
}

// Shows the step after an entry that waits, which goes on being sent.
async function goAhead(form, item, { text, main: words }, lock) {
  lock.end();
  await keepAhead(item, text);
  const before = { header: document.querySelector("body > header"), main: form.closest("main") };
  const header = before.header.cloneNode(true);
  const main = pageWith(before.main, words.querySelector("form"));
  header.querySelector("h1").replaceWith(words.querySelector("h1"));
  for (const part of header.querySelectorAll("form, [data-untap]")) part.remove();
  header.querySelector("h1").after(...words.querySelectorAll(".bar > button"));
  const position = Number(before.main.dataset.position) + 1;
  Object.assign(main.dataset, { ...words.dataset, position, after: item.key, sending: "yes" });
  const said = main.querySelector(".said p");
  said.textContent = words.dataset.sayWaiting;
  // First, since on a small phone the line ends soon.
  if (!navigator.serviceWorker?.controller) said.prepend(`${words.dataset.sayKeepOpen} · `);
  fillFrom(item, main);
  behind = { item, before, isSaved: false };
  hearOf(item, { answered: answeredBehind, gone: () => reloadOnceBack(0) });
  header.querySelector("#undo").addEventListener("click", goBack);
  const ready = swap(header, main);
  scrollTo(0, 0);
  tell([said.textContent, main.querySelector(".said h2").textContent]);
  await ready;
  focusStep();
  const [second] = madeOn(item, await waiting());
  if (second && behind?.item === item) fillAndSend(document.querySelector("form.step"), second);
}

// The page as it is, but for what can't be done before the entry is saved.
function pageWith(page, form) {
  const main = page.cloneNode(true);
  main.querySelector("form.step").replaceWith(form);
  for (const part of main.querySelectorAll(".alert, .following, .unsent, .record form, .record-parts > section:not(:has(h2))")) part.remove();
  for (const button of main.querySelectorAll("[form=undo]")) button.closest("details")?.remove();
  return main;
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

// The page before stays in memory as it was entered, to be shown again.
function swap(header, main, act = pageShown) {
  document.querySelector("body > header").replaceWith(header);
  document.querySelector("body > main").replaceWith(main);
  pageCame();
  focusPage();
  return act();
}

// Takes back the entry that waits, and shows its step again as it was sent.
async function goBack() {
  const { item, before } = behind;
  behind = null;
  locked?.end();
  await takeBack(item);
  swap(before.header, before.main, () => enhancePage(document));
  tell([]);
  (await import("./follow.js")).follow();
}

// A step that is being sent takes no notice of the one before it but where that is refused; one that is being entered stays.
function answeredBehind(answer) {
  const lock = locked;
  behind.isSaved = answer.ok;
  if (answer.ok && lock) return undefined;
  if (answer.ok && document.querySelector(".bar [data-untap]:not([hidden])")) return showSaved();
  lock?.end();
  return show(document.querySelector("main"), answer);
}

function showSaved() {
  behind = null;
  const main = document.querySelector("main[data-after]");
  delete main.dataset.sending;
  document.querySelector("button#undo")?.remove();
  const text = fill(document.body.dataset.saySent, { what: main.dataset.sayCalled });
  main.querySelector(".said p").textContent = text;
  tell([text]);
}

// --- the service worker -----------------------------------------------------------------

// Browsers allow it only over HTTPS and on localhost. The pocket has its own. It fetches pages that set a cookie, so not
// where somebody only looks at the game of a code.
async function install() {
  if (inPocket || !globalThis.isSecureContext || !navigator.serviceWorker || document.querySelector("[data-code]")) return;
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

install();
