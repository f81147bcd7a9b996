// Keyboard focus after a page swap. Touch gets none: it would scroll the page and open the phone's keyboard.

let byKey = false;
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);

const FIELDS = ["input:not([type=hidden]):enabled", "button:enabled"];

const main = () => document.querySelector("main");

// Moves the focus from a form that is about to be locked or removed. Returns a function that restores it.
export function holdFocus(form) {
  const held = document.activeElement;
  if (form.contains(held)) focusPage();
  return () => {
    if (byKey && form.contains(held)) held.focus({ preventScroll: true });
    else focusPage();
  };
}

// A new page is read from its start until its script has found the first field.
export function focusPage() {
  main()?.focus({ preventScroll: true });
}

// Focuses the first field of the marked row or of the step (of radios the checked one), or else its first button.
export function focusStep() {
  const step = document.querySelector("form.step");
  if (!byKey || !step || document.activeElement !== main()) return;
  const marked = step.querySelector(".place[aria-current]") ?? step;
  // A number from the tray is typed wherever the row has the focus, but not in a field of another number.
  const kinds = marked.querySelector(":scope > output") ? FIELDS.slice(1) : FIELDS;
  const [first] = kinds.flatMap((kind) => [...marked.querySelectorAll(kind)]).filter((control) => control.checkVisibility());
  const chosen = first?.type === "radio" && step.querySelector(`[name="${first.name}"]:checked:enabled`);
  (chosen || first)?.focus();
}
