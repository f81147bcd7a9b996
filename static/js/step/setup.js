// The form for a new game: taps seat regulars or remove them, and move seats up; presets fill in house rules; input is
// kept while the reader looks at the rules.

// Safari's key code for an Enter that ends the composition of a word; elsewhere `isComposing` is set.
const COMPOSING_KEY = 229;

export function enhanceSetup(form) {
  takeUpAgain(form);
  const changed = seating(form);
  houseRules(form);
  form.addEventListener("restored", changed);
}

function seating(form) {
  const rows = [...form.querySelectorAll("[data-seats] > li")];
  const least = Number(form.querySelector("[data-seats]").dataset.least);
  const inputs = rows.map((row) => row.querySelector("input[type=text]"));
  const dealers = rows.map((row) => row.querySelector("input[type=radio]"));
  const regulars = form.querySelector("[data-regulars]");

  const seated = (name) => inputs.find((input) => input.value.trim() === name);
  const update = () => {
    const filled = inputs.filter((input) => input.value.trim()).length;
    rows.forEach((row, place) => {
      row.hidden = !inputs[place].value.trim() && place >= Math.max(filled + 1, least);
      row.querySelector("[data-up]").hidden = place === 0 || !inputs[place].value.trim();
      dealers[place].closest(".chip").classList.toggle("visually-hidden", !inputs[place].value.trim());
    });
    for (const button of regulars?.children ?? []) {
      button.setAttribute("aria-pressed", Boolean(seated(button.dataset.name)));
    }
  };
  // Names are checked against each other: a change of one clears the errors of all.
  const changed = () => {
    for (const input of inputs) input.dispatchEvent(new Event("change", { bubbles: true }));
    update();
  };
  const closeGap = (place) => {
    for (let at = place; at < inputs.length - 1; at += 1) inputs[at].value = inputs[at + 1].value;
    inputs.at(-1).value = "";
    const dealer = dealers.findIndex((radio) => radio.checked);
    if (dealer > place) dealers[dealer - 1].checked = true;
    else if (dealer === place) dealers[0].checked = true;
  };
  const swapUp = (place) => {
    [inputs[place - 1].value, inputs[place].value] = [inputs[place].value, inputs[place - 1].value];
    const dealer = dealers.findIndex((radio) => radio.checked);
    if (dealer === place) dealers[place - 1].checked = true;
    else if (dealer === place - 1) dealers[place].checked = true;
  };

  if (regulars) {
    regulars.hidden = false;
    regulars.addEventListener("click", (event) => {
      const name = event.target.closest("[data-name]")?.dataset.name;
      if (!name) return;
      const place = inputs.indexOf(seated(name));
      const free = inputs.find((input) => !input.value.trim());
      if (place >= 0) closeGap(place);
      else if (free) free.value = name;
      changed();
    });
  }
  rows.forEach((row, place) => {
    row.querySelector("[data-up]").addEventListener("click", () => {
      swapUp(place);
      changed();
    });
    inputs[place].addEventListener("input", changed);
    inputs[place].addEventListener("keydown", (event) => {
      // This Enter ends the composition of a Japanese name.
      if (event.key !== "Enter" || event.isComposing || event.keyCode === COMPOSING_KEY) return;
      event.preventDefault();
      const next = inputs[place + 1];
      if (next && !rows[place + 1].hidden) next.focus();
      else form.querySelector(".action .main").focus();
    });
  });
  for (const radio of dealers) radio.addEventListener("change", () => document.querySelector("#dealer-wrong")?.remove());
  update();
  return changed;
}

export function houseRules(form) {
  const sets = [...form.querySelectorAll("[data-rules] button")];
  const options = [...form.querySelectorAll("[data-option]")].map((place) => ({
    place,
    field: place.querySelector("select, input"),
  }));
  const update = () => {
    for (const { place, field } of options) {
      for (const line of place.querySelectorAll("[data-sentence]")) {
        line.hidden = line.dataset.sentence !== field.value.trim();
        line.querySelector("span")?.toggleAttribute("hidden", true);
      }
    }
    for (const set of sets) {
      const values = JSON.parse(set.dataset.values);
      set.setAttribute("aria-pressed", options.every(({ field }) => field.value.trim() === values[field.name]));
    }
  };
  for (const set of sets) {
    set.addEventListener("click", (event) => {
      event.preventDefault();
      const values = JSON.parse(set.dataset.values);
      for (const { field } of options) {
        field.value = values[field.name];
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }
    });
  }
  form.addEventListener("change", update);
  form.addEventListener("restored", update);
  update();
}

// --- a look at the rules, and back ---------------------------------------------

const LEFT = "setup:";
const OWN = ["csrf_token", "key"];

// Restores the input only on the way back from the rules, not for a later new game.
function takeUpAgain(form) {
  const place = LEFT + location.pathname;
  const rules = form.querySelector("[data-leave]");
  const leave = () => {
    const typed = [...new FormData(form)].filter(([name]) => !OWN.includes(name));
    attempt(() => sessionStorage.setItem(place, JSON.stringify(typed)));
  };
  rules.addEventListener("click", leave);
  for (const switches of document.querySelectorAll(".switches form")) switches.addEventListener("submit", leave);
  const typed = attempt(() => JSON.parse(sessionStorage.getItem(place) ?? "[]")) ?? [];
  attempt(() => sessionStorage.removeItem(place));
  const from = attempt(() => new URL(document.referrer).pathname);
  if (from !== location.pathname && from !== new URL(rules.href).pathname) return;
  for (const [name, value] of typed) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
  }
}

// Storage can be forbidden or full: then nothing is restored.
function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}
