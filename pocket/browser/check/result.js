// What the check found, as a text to copy or share and as a QR code.
import { button, say, paragraph, write } from "../shell/words.js";

const at = (id) => document.querySelector(`#${id}`);

// In English, so that whoever gets it can read it.
export function asText({ at: time, version, results }) {
  const lines = Object.entries(results).map(([name, { ok, short }]) => `${name} ${ok ? "ok" : "AMISS"}: ${short}`);
  return [`Takuroku check, version ${version}, ${time.slice(0, 10)}`, navigator.userAgent, ...lines].join("\n");
}

export function showResult({ text, code }) {
  at("result").hidden = false;
  write(at("sending"), "check.result");
  at("how").replaceChildren(paragraph("check.how"), ...(code ? [] : [paragraph("check.no-code")]));
  at("text").value = text;
  at("text").setAttribute("aria-label", say("check.result"));
  at("code").replaceChildren(...(code ? [drawn(code)] : []));
  const ways = [["check.copy", copy]];
  if (navigator.share) ways.unshift(["check.share", () => navigator.share({ text }).catch(() => {})]); // Called off.
  at("sends").replaceChildren(...ways.map(([name, act]) => button(name, act)));
}

function drawn(code) {
  const picture = document.importNode(new DOMParser().parseFromString(code, "text/html").querySelector("svg"), true);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", say("check.code"));
  return picture;
}

async function copy({ currentTarget }) {
  at("text").select();
  try {
    await navigator.clipboard.writeText(at("text").value);
    write(currentTarget, "check.copied");
  } catch {
    // Not allowed: the text stays selected, to copy by hand.
  }
}
