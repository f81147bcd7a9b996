// Buttons − and + beside a number; each tap goes to the next number within the bounds.

// With `data-or-none` the step below the minimum is empty. Returns a function that updates the buttons after the number
// is set by script.
export function stepper(place) {
  const input = place.querySelector("input");
  const buttons = [...place.querySelectorAll("[data-by]")];
  const next = (button) => stepped(input, Number(button.dataset.by), "orNone" in place.dataset);
  const show = () => {
    for (const button of buttons) button.disabled = String(next(button)) === input.value;
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => {
      input.value = next(button);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", show);
  input.form.addEventListener("restored", show);
  show();
  return show;
}

export function inBounds(input, value) {
  return value >= Number(input.min) && value <= Number(input.max);
}

function stepped(input, by, orNone) {
  const [least, most] = [Number(input.min), Number(input.max)];
  if (input.value.trim() === "") return by > 0 ? least : "";
  const value = Number(input.value) + by;
  return orNone && value < least ? "" : Math.min(Math.max(value, least), most);
}
