// Everything works without script; these modules make it quicker. `boot` runs again after each page swap.
import { keepAwake } from "./awake.js";
import { forgetDrafts, keepDraft } from "./draft.js";
import { enhanceNumbers } from "./number.js";
import { enhancePage } from "./page.js";
import { pageCame, restThumb } from "./rest.js";
import { sendQuietly } from "./send.js";
import { enhanceStep } from "./step.js";

export function boot() {
  document.documentElement.classList.add("script");
  enhancePage(document);
  for (const form of document.querySelectorAll("[data-step]")) keepDraft(form);
  for (const sheet of document.querySelectorAll("[data-ended]")) forgetDrafts(sheet.dataset.sheet);
  for (const form of document.querySelectorAll("form.step")) enhanceStep(form);
  enhanceNumbers(document);
  for (const form of document.querySelectorAll("[data-setup]")) import("./setup.js").then((setup) => setup.enhanceSetup(form));
  for (const form of document.querySelectorAll("[data-correcting]")) import("./correction.js").then((correction) => correction.foretell(form));
  enhanceGame(document.querySelector("[data-script]")).then(showErrors);
  for (const form of document.querySelectorAll("[data-send]")) sendQuietly(form, boot);
  keepAwake(document.querySelector("[data-running]") !== null);
}

// A game with more on its step than the general fields has a module of its own, with `enhance(main)`.
async function enhanceGame(main) {
  if (!main) return;
  const game = await import(main.dataset.script);
  game.enhance(main);
}

// What few pages need is loaded when it is needed.
async function showErrors() {
  if (!document.querySelector("[role=alert]:is(.wrong, .alert)")) return;
  const errors = await import("./errors.js");
  errors.showErrors(document);
}

let keys = null;
addEventListener("keydown", (event) => {
  if (!keys && !/^[0-9]$/.test(event.key)) return;
  if (document.querySelector("form.step")) keys ??= import("./keys.js");
  // One after the other, those that come before the module does too.
  keys?.then(({ press }) => press(event));
});

// A page out of the browser's memory may be old: ask for it anew.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

boot();
restThumb(pageCame());
