// The action waits while any part of its form does: a correction asks several steps at once.

const waiting = new WeakMap();

export function wait(form, part, waits) {
  if (!waiting.has(form)) waiting.set(form, new Set());
  const parts = waiting.get(form);
  parts[waits ? "add" : "delete"](part);
  form.querySelector(".main").classList.toggle("waiting", parts.size > 0);
}
