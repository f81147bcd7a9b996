// Where the keyboard goes on. A finger needs no focus, which would scroll its page and bring up the phone's keyboard.

let byKey = false;
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);

const CONTROLS = "input:not([type=hidden]):enabled, select, textarea, button:enabled";

const main = () => document.querySelector("main");

// Before what has the focus is locked or goes: nothing falls to the page itself. Returns the way back.
export function holdFocus(form) {
  const held = document.activeElement;
  if (!form.contains(held)) return () => {};
  main().focus({ preventScroll: true });
  return () => {
    if (byKey && held.isConnected && document.activeElement === main()) held.focus({ preventScroll: true });
  };
}

// A new page is read from its beginning, until its script is there and it is known what comes first.
export function focusPage() {
  main()?.focus({ preventScroll: true });
}

// The next thing to be done: the first control of the step, or the one that is chosen where it is one of several.
export function focusStep() {
  const step = document.querySelector("form.step");
  if (!byKey || !step || document.activeElement !== main()) return;
  const first = [...step.querySelectorAll(CONTROLS)].find((control) => control.checkVisibility());
  const chosen = first?.type === "radio" ? [...step.elements[first.name]].find((radio) => radio.checked) : null;
  (chosen ?? first)?.focus();
}
