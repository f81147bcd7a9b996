// Buttons that share, copy or print what is on the page; without them the page shows it.
import { all } from "../core/elements.js";
import { download, shareFile } from "../core/files.js";

const ACTS = { "[data-share]": share, "[data-copy]": copy, "[data-send-link]": sendLink, "[data-print]": () => print() };

export function offer(page) {
  for (const [selector, act] of Object.entries(ACTS)) {
    for (const button of all(page, selector)) {
      if (act === share && !navigator.share && !navigator.clipboard) continue;
      button.hidden = false;
      button.addEventListener("click", () => act(button));
    }
  }
}

async function share(button) {
  const text = button.dataset.share;
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.shared;
    }
  } catch {
    // Sharing was called off: nothing is lost.
  }
}

// Shares a link, or copies it.
async function sendLink(button) {
  const { sendLink: selector } = button.dataset;
  if (!navigator.share) return copy(button, selector);
  await navigator.share({ title: document.title, url: document.querySelector(selector).value }).catch(() => {}); // Called off: nothing is lost.
}

async function copy(button, selector = button.dataset.copy) {
  const field = document.querySelector(selector);
  // What is folded cannot be selected.
  if (!navigator.clipboard) field.closest("details")?.setAttribute("open", "");
  field.select();
  try {
    // Over plain HTTP there is no clipboard but this one.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) return;
    button.textContent = button.dataset.copied;
  } catch {
    // Not allowed: the text stays selected, to copy by hand.
  }
}

// --- a picture ----------------------------------------------------------------------

// The server's SVG becomes a PNG, because not every chat accepts an SVG.
export async function enhance(place) {
  const image = place.querySelector("img");
  const button = place.querySelector("button");
  let picture = null;
  try {
    await image.decode();
    picture = await pngOf(image, button.dataset.name);
  } catch {
    return; // The drawing is on the page, and can be kept from there.
  }
  button.hidden = false;
  button.addEventListener("click", () => shareFile(picture).catch(() => download(picture)));
}

function pngOf(image, name) {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(new File([blob], name, { type: "image/png" })) : failed(new Error("no picture"))), "image/png");
  });
}
