// The shell's own texts in the language of the pages; shown ones change with it. And the lines that say them above the page.

const table = (await (await fetch(new URL("../words.json", import.meta.url))).json());
const shown = new Map();
let told;

const language = () => document.documentElement.lang.slice(0, 2);

// Adds the texts of a page that is not the shell.
export async function addWords(address) {
  const more = await (await fetch(address)).json();
  for (const [each, words] of Object.entries(more)) Object.assign(table[each], words);
}

export function say(name, values = {}) {
  const text = (table[language()] ?? table.en)[name];
  return text.replace(/\{(\w+)\}/g, (_, each) => values[each]);
}

// Sets the text of an element, also after a later change of language.
export function write(element, name, values) {
  shown.set(element, [name, values]);
  const text = say(name, values);
  if (element.textContent !== text) element.textContent = text;
  return element;
}

export function paragraph(name, values) {
  return write(document.createElement("p"), name, values);
}

export function button(name, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.addEventListener("click", act);
  return write(made, name);
}

export function speak(other) {
  if (!other) return;
  // The service worker has texts of its own, and can't see the chosen language.
  if (told !== other) navigator.serviceWorker.controller?.postMessage({ type: "language", language: (told = other) });
  if (other === document.documentElement.lang) return;
  document.documentElement.lang = other;
  for (const [element, [name, values]] of shown) {
    if (element.isConnected) element.textContent = say(name, values);
    else shown.delete(element);
  }
}

// "4.8 MB" with a no-break space.
export const megabytes = (bytes) =>
  new Intl.NumberFormat(language(), { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(bytes / 1e6)
    .replace(" ", "\u00a0");

// --- lines above the page, each with its buttons -------------------------------------

const place = document.querySelector("#lines");

export function addLine(id, words, actions) {
  // A line that is shown already is not added again.
  if (place.querySelector(`[data-line="${id}"][data-words="${words}"]`)) return;
  removeLine(id);
  const line = document.createElement("div");
  line.className = "line";
  Object.assign(line.dataset, { line: id, words });
  const acts = document.createElement("div");
  acts.append(...actions.map(([name, act]) => button(name, act)));
  line.append(paragraph(words), acts);
  place.append(line);
}

// With `words` only while it says these.
export function removeLine(id, words) {
  place.querySelector(`[data-line="${id}"]${words ? `[data-words="${words}"]` : ""}`)?.remove();
}
