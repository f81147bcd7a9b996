// The entry point: enhances pages that also work without script. `boot` runs again after each page swap.
import { keepDraft } from "../step/draft.js";
import { enhanceStep } from "../step/step.js";
import { refuseSecondTaps } from "./double-tap.js";
import { all } from "./elements.js";
import { keepClear, pageShown, whenShown } from "./page.js";
import { hasUnsent, storage, tellWindows } from "./phone.js";

async function boot() {
  document.documentElement.classList.add("script");
  keepClear();
  for (const form of all(document, "[data-step]")) keepDraft(form);
  for (const form of all(document, "form.step")) enhanceStep(form);
  for (const form of all(document, "[data-send]")) sendQuietly(form);
  if (all(document, "time[datetime*=T]").length) import("../views/times.js").then(({ localTimes }) => localTimes(document), () => {});
  const waiting = hasUnsent();
  // Loads modules that few pages need; shows errors when everything else is ready.
  followSoon(FIRST_ASK);
  for (const sign of all(document, "[data-sign]")) (await import("../step/number-fields.js")).enhanceNumber(sign);
  for (const { dataset } of all(document, "[data-ended]")) await (await storage()).forgetDrafts(dataset.sheet, dataset.ended === "by-hand");
  for (const form of all(document, "[data-setup]")) (await import("../step/setup.js")).enhanceSetup(form);
  for (const form of all(document, "[data-correcting]")) (await import("../step/correction.js")).enhanceCorrection(form);
  // A game with more on its step than the general fields, or a tool, has a module of its own.
  for (const page of all(document, "[data-script]")) (await import(page.dataset.script)).enhance(page);
  if (all(document, "[data-share], [data-copy], [data-send-link], [data-print]").length) (await import("../views/share.js")).offer(document);
  if (await waiting) await (await sender())?.sendOn();
  if ("seen" in document.documentElement.dataset) (await import("../views/seen.js")).showAge();
  if (all(document, "[role=alert]:is(.wrong, .alert)").length) (await import("./errors.js")).showErrors(document);
  const [card] = all(document, "[data-my-turn]");
  hadTurn ||= card;
  if (hadTurn) (await import("../views/awake.js")).tellTurn(card);
}

// Whether it was the reader's turn on this page or one before it.
let hadTurn = false;

// What sends comes when the page is there, or at once where something is sent before that.
async function sender() {
  try {
    return await import("../sync/page.js");
  } catch {
    // No network: loaded again when needed.
    return null;
  }
}

function sendQuietly(form) {
  form.addEventListener("submit", async (event) => {
    if ("plainly" in form.dataset) return;
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "yes";
    const body = new FormData(form, event.submitter);
    const module = await sender();
    if (module) return module.sendForm(form, body);
    form.dataset.plainly = "";
    form.requestSubmit(event.submitter);
    delete form.dataset.plainly;
    delete form.dataset.sending;
  });
}

// What is new is asked for after a while: over a phone's slow network the script for it comes no sooner.
const FIRST_ASK = 2000;
let following = null;

async function followSoon(wait) {
  if (!following && !all(document, "[data-follow]").length) return;
  following ??= new Promise((later) => setTimeout(later, wait)).then(() => import("../sync/follow.js"));
  let module = null;
  try {
    module = await following;
  } catch {
    // There was no network just then.
    following = null;
    return followSoon(2 * wait);
  }
  module.follow();
}

let keys = null;
addEventListener("keydown", (event) => {
  if (!keys && !/^[0-9]$/.test(event.key)) return;
  // A game's own script has its tray first.
  if (document.querySelector("form.step")) keys ??= booted.catch(() => {}).then(() => import("../step/digit-keys.js"));
  // One after the other, also those submitted before the module is loaded.
  keys?.then(({ press }) => press(event));
});

// A row of the scorecard opens in its place.
addEventListener("click", async (event) => {
  const link = event.target.closest?.(".scorecard tbody th a");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const { toggleRow } = await import("../views/rows.js");
    await toggleRow(link, event.clientX);
  } catch {
    location.assign(link.href);
  }
});

// A page from the back/forward cache may be old: reload it.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

refuseSecondTaps();
tellWindows();
whenShown(boot);
const booted = pageShown();
if (document.readyState === "complete") sender();
else addEventListener("load", sender);
