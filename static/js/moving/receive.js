// Shows how far a moving code is read, and hands its file to the form that imports files. The page that scans calls
// `receive` with the bytes of each frame; it tells whether more are wanted.
import { uploadOnce } from "../core/files.js";
import { storage } from "../core/phone.js";
import { tell } from "../core/words.js";
import { isOfOtherVersion } from "./frame.js";
import { Reading } from "./reading.js";

const NAME = "takuroku.json";
// A screen reader hears of each fourth part.
const TOLD = 25;

let reading = null;

export async function receive(page, bytes) {
  const place = page.querySelector("[data-receiving]");
  const wrong = place.querySelector(".wrong");
  if (!globalThis.DecompressionStream || !globalThis.crypto.subtle) return refuse(wrong, place.dataset.sayOld);
  if (isOfOtherVersion(bytes)) return refuse(wrong, place.dataset.sayNewer);
  reading ??= new Reading(await storage());
  const before = reading.progress;
  await reading.take(bytes);
  if (!reading.stream) return true;
  place.hidden = false;
  show(place, before, reading.progress);
  if (reading.progress < 1) return true;
  wrong.hidden = true;
  try {
    await hand(place, await formOf(place));
    return false;
  } catch (error) {
    show(place, 0, reading.progress);
    const told = { damaged: place.dataset.sayDamaged, "too-large": place.dataset.sayTooLarge, "no-form": place.dataset.sayNoForm };
    return refuse(wrong, told[error.name] ?? place.dataset.sayLost);
  }
}

function show(place, before, now) {
  const [past, percent] = [before, now].map((share) => Math.floor(share * 100));
  const words = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(percent / 100);
  const ring = place.querySelector("[role=progressbar]");
  ring.setAttribute("aria-valuenow", percent);
  ring.querySelector(".done").setAttribute("stroke-dasharray", `${percent} 100`);
  ring.querySelector("span").textContent = words;
  if (percent < 100 && Math.floor(percent / TOLD) !== Math.floor(past / TOLD)) tell([words]);
}

// The form of the page for import: it knows who may import, how much, and into which scorebook.
async function formOf(place) {
  const answer = await fetch(place.dataset.import);
  // A phone that is in one game only does not get the page.
  if (!answer.ok && answer.status !== 404) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = page.querySelector("form[data-bring]");
  if (!form) throw Object.assign(new Error("no form"), { name: "no-form" });
  return document.importNode(form, true);
}

async function hand(place, form) {
  const blob = await reading.whole(Number(form.dataset.bring));
  const files = new DataTransfer();
  files.items.add(new File([blob], NAME, { type: "application/json" }));
  const field = form.querySelector("input[type=file]");
  field.files = files.files;
  // There is nothing to choose.
  field.closest(".field").hidden = true;
  uploadOnce(form);
  form.addEventListener("submit", () => reading.forget());
  place.querySelector("[role=status]").textContent = place.dataset.sayDone;
  form.querySelector("button").classList.add("main");
  place.querySelector("form")?.remove();
  place.append(form);
  form.querySelector("button").focus();
}

function refuse(wrong, words) {
  wrong.closest("[data-receiving]").hidden = false;
  wrong.textContent = words;
  wrong.hidden = false;
  return false;
}
