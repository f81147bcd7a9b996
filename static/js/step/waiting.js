// While any part of its form is incomplete, the action says what is missing; a correction may ask several steps.

const waiting = new WeakMap();

// `why` is what this part still lacks: words for the action, or whether anything at all.
export function wait(form, part, why) {
  const action = form.querySelector(".main");
  if (!waiting.has(form)) waiting.set(form, { parts: new Map(), label: action.textContent });
  const { parts, label } = waiting.get(form);
  if (why) parts.set(part, why);
  else parts.delete(part);
  action.classList.toggle("waiting", parts.size > 0);
  const text = [...parts.values()].find((each) => each !== true) ?? label;
  if (action.textContent !== text) action.textContent = text;
}
