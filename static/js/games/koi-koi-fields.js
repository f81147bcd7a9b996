// The fields of a month: what they say is read from them each time.

export const all = (part, selector) => [...part.querySelectorAll(selector)];
export const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

// Whatever was typed, or set by the script: the fields say it.
export function onFields(form, update) {
  for (const kind of ["input", "change", "restored"]) form.addEventListener(kind, update);
  update();
}
