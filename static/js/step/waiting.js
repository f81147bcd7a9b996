// While any part of its form is incomplete, the action says what is missing; a correction may ask several steps.

const waiting = new WeakMap();

// `why` is what this part still lacks: words for the action, or whether anything at all. `does` is what the action says
// otherwise, if not what it said first.
export function wait(form, part, why, does) {
  const action = form.querySelector(".main");
  if (!waiting.has(form)) waiting.set(form, { parts: new Map(), label: action.textContent });
  const { parts, label } = waiting.get(form);
  if (why) parts.set(part, why);
  else parts.delete(part);
  action.classList.toggle("waiting", parts.size > 0);
  const text = [...parts.values()].find((each) => each !== true) ?? (does || label);
  if (action.textContent === text) return;
  // WebKit loses a press whose words are another node at its release. A browser that translates puts elements there.
  if (action.firstChild instanceof Text) action.firstChild.data = text;
  else action.textContent = text;
}
