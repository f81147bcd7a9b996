// Parts of a page: found, and made by script; and its sentences, with what a screen reader announces.

export const all = (part, selector) => [...part.querySelectorAll(selector)];

export function make(name, properties, ...children) {
  const part = Object.assign(document.createElement(name), properties);
  part.append(...children);
  return part;
}

export function makeButton(text, act, className = "button") {
  const button = make("button", { type: "button", className, textContent: text });
  button.addEventListener("click", act);
  return button;
}

// As if it were entered there.
export const fire = (part, kind, detail = null) => part.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail }));

// Now, and whatever is entered in a form or set by script: the fields say it.
export function onFields(form, act) {
  for (const kind of ["input", "change", "restored"]) form.addEventListener(kind, act);
  act();
}

// Says it to screen readers and to the style, or no more.
export function setState(part, name, isOn) {
  if (isOn) part.setAttribute(name, "true");
  else part.removeAttribute(name);
}

// --- sentences, which the server wrote into the page with placeholders in braces ------------

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// A name to be put into a sentence: from right to left, it must not turn the numbers beside it.
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name]));

// --- the live region, which outlives the pages ------------------------------------

// One paragraph each, so that the voice pauses between them.
export function tell(sentences) {
  document.querySelector("#live").replaceChildren(...sentences.map(paragraph));
}

const paragraph = (textContent) => make("p", { textContent });
