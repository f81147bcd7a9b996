// Everything works without script; these modules make it quicker. `boot` runs again after each page swap.
import { keepAwake } from "./awake.js";
import { enhancePage } from "./page.js";
import { pageCame, restThumb } from "./rest.js";
import { sendQuietly } from "./send.js";

const WRONG = "[role=alert]:is(.wrong, .alert)";

// What only some pages need is loaded with them.
const loaded = {};
const load = async (path) => (loaded[path] ??= await import(path));

export async function boot() {
  document.documentElement.classList.add("script");
  enhancePage(document);
  for (const form of document.querySelectorAll("[data-send]")) sendQuietly(form, boot);
  keepAwake(document.querySelector("[data-running]") !== null);
  // In this order: a step shows what the draft filled in, a game goes by its step, and what is wrong is shown in the end.
  await enhance("[data-step]", "./draft.js", ({ keepDraft }, form) => keepDraft(form));
  await enhance("[data-ended]", "./draft.js", ({ forgetDrafts }, sheet) => forgetDrafts(sheet.dataset.sheet));
  await enhance("form.step", "./step.js", ({ enhanceStep }, form) => enhanceStep(form));
  await enhance("[data-sign]", "./number.js", ({ enhanceNumber }, sign) => enhanceNumber(sign));
  await enhance("[data-setup]", "./setup.js", ({ enhanceSetup }, form) => enhanceSetup(form));
  await enhance("[data-correcting]", "./correction.js", ({ foretell }, form) => foretell(form));
  // A game with more on its step than the general fields, or a tool, has a module of its own.
  const own = document.querySelector("[data-script]");
  if (own) (await load(own.dataset.script)).enhance(own);
  if (document.querySelector(WRONG)) (await load("./errors.js")).showErrors(document);
}

async function enhance(where, path, enhanceOne) {
  const parts = document.querySelectorAll(where);
  if (!parts.length) return;
  const module = await load(path);
  for (const part of parts) enhanceOne(module, part);
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
