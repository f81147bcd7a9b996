// Parts of a page: found, and made by script.

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
export const fire = (part, kind) => part.dispatchEvent(new Event(kind, { bubbles: true }));

// Says it to screen readers and to the style, or no more.
export function setState(part, name, isOn) {
  if (isOn) part.setAttribute(name, "true");
  else part.removeAttribute(name);
}

// A button in the place of a part, with what is in it.
export function asButton(part, properties) {
  const button = make("button", { type: "button", ...properties }, ...part.childNodes);
  part.replaceWith(button);
  return button;
}
