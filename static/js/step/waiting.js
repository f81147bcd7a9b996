// Disables the action while any part of its form is incomplete; a correction may ask several steps.

const waiting = new WeakMap();

export function wait(form, part, waits) {
  if (!waiting.has(form)) waiting.set(form, new Set());
  const parts = waiting.get(form);
  parts[waits ? "add" : "delete"](part);
  form.querySelector(".main").classList.toggle("waiting", parts.size > 0);
}
