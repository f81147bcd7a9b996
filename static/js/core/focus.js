// Where the keyboard goes on. A finger needs no focus, which would scroll its page and bring up the phone's keyboard.

let byKey = false;
addEventListener("keydown", () => (byKey = true), true);
addEventListener("pointerdown", () => (byKey = false), true);

const CONTROLS = ["input:not([type=hidden]):enabled", "button:enabled"];

const main = () => document.querySelector("main");

// Before what has the focus is locked or goes: nothing falls to the page itself. Returns the way back.
export function holdFocus(form) {
  const held = document.activeElement;
  if (form.contains(held)) focusPage();
  return () => {
    if (byKey && form.contains(held)) held.focus({ preventScroll: true });
    else focusPage();
  };
}

// A new page is read from its beginning, until its script is there and it is known what comes first.
export function focusPage() {
  main()?.focus({ preventScroll: true });
}

// The next thing to be done: the first field of the step, of several to choose from the chosen one; else its first button.
export function focusStep() {
  const step = document.querySelector("form.step");
  if (!byKey || !step || document.activeElement !== main()) return;
  const [first] = CONTROLS.flatMap((kind) => [...step.querySelectorAll(kind)]).filter((control) => control.checkVisibility());
  const chosen = first?.type === "radio" && step.querySelector(`[name="${first.name}"]:checked:enabled`);
  (chosen || first)?.focus();
}
