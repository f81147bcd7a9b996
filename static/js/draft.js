// What was tapped but not saved survives a reload or a locked phone. A draft belongs to one position of one sheet.

const PREFIX = "draft:";

export function keepDraft(form) {
  const main = form.closest("[data-sheet]");
  const mine = `${PREFIX}${main.dataset.sheet}:`;
  const key = mine + main.dataset.position;
  forget((name) => name.startsWith(mine) && name !== key);
  if (!("typed" in form.dataset)) restore(form, key);
  const save = () => {
    const typed = [...new FormData(form)].filter(([name]) => !["csrf_token", "key", "position", "step"].includes(name));
    attempt(() => localStorage.setItem(key, JSON.stringify(typed)));
  };
  form.addEventListener("input", save);
  form.addEventListener("change", save);
}

function restore(form, key) {
  const typed = attempt(() => JSON.parse(localStorage.getItem(key) ?? "[]")) ?? [];
  for (const name of new Set(typed.map(([name]) => name))) {
    const values = typed.filter(([other]) => other === name).map(([, value]) => value);
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
      else field.value = values[0];
    }
  }
}

function forget(old) {
  attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && old(name)).forEach((name) => localStorage.removeItem(name)));
}

// Storage can be forbidden or full: then there is no draft, and nothing else breaks.
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
