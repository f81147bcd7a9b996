// Shows how far a moving code is read, and hands its file to the page that imports files. The page that scans calls
// `receive` with the bytes of each frame; it tells whether more are wanted.
import { tell } from "../core/elements.js";
import { named } from "../core/files.js";
import { storage } from "../core/phone.js";
import { ask } from "../sync/net.js";
import { readPage, showPage } from "../sync/page.js";
import { isOfOtherVersion } from "./fountain.js";
import { Reading } from "./reading.js";

const NAME = "takuroku.json";
// A screen reader hears of each fourth part.
const PERCENT_STEP = 25;

let reading = null;

export async function receive(page, bytes) {
  const place = page.querySelector("[data-receiving]");
  const wrong = place.querySelector(".wrong");
  const canUnpack = globalThis.DecompressionStream && globalThis.crypto.subtle;
  if (!canUnpack || isOfOtherVersion(bytes)) return refuse(wrong, place.dataset.sayUnreadable);
  reading ??= new Reading(await storage());
  const before = reading.progress;
  await reading.take(bytes);
  if (!reading.stream) return true;
  place.hidden = false;
  show(place, before, reading.progress);
  if (reading.progress < 1) return true;
  wrong.hidden = true;
  try {
    await hand(place);
    return false;
  } catch (error) {
    show(place, 0, reading.progress);
    const reasons = { damaged: place.dataset.sayDamaged, "too-large": place.dataset.sayTooLarge, "no-form": place.dataset.sayNoForm };
    return refuse(wrong, reasons[error.name] ?? place.dataset.sayLost);
  }
}

function show(place, before, now) {
  const [past, percent] = [before, now].map((share) => Math.floor(share * 100));
  const words = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(percent / 100);
  const ring = place.querySelector("[role=progressbar]");
  ring.setAttribute("aria-valuenow", percent);
  ring.querySelector(".done").setAttribute("stroke-dasharray", `${percent} 100`);
  ring.querySelector("span").textContent = words;
  if (percent < 100 && Math.floor(percent / PERCENT_STEP) !== Math.floor(past / PERCENT_STEP)) tell([words]);
}

// The page for import knows who may import, how much, and into which scorebook: it is shown with the file in its form.
async function hand(place) {
  const { ok, status, text, address } = await ask(place.dataset.import);
  // A phone that is in one game only does not get the page.
  if (!ok && status !== 404) throw new Error(status);
  const page = await readPage(text);
  const form = page.querySelector("form[data-bring]");
  if (!form) throw named("no-form");
  const file = new File([await reading.whole(Number(form.dataset.bring))], NAME, { type: "application/json" });
  const { offer } = await import("../views/import-form.js");
  await showPage(page, { address, push: true });
  offer(form, [file], place.dataset.sayDone);
  form.addEventListener("submit", () => reading.forget());
}

function refuse(wrong, words) {
  wrong.closest("[data-receiving]").hidden = false;
  wrong.setAttribute("role", "alert");
  wrong.textContent = words;
  wrong.hidden = false;
  return false;
}
