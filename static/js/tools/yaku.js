// The tool for yaku: shows the yaku of tapped cards without a session; the address keeps the cards.
import { showPaid, showTold, taken } from "./hanafuda.js";
import { whatTheyMake } from "./yaku-rules.js";

export function enhance(form) {
  form.querySelector("[data-tell]").hidden = true;
  if ("kept" in document.documentElement.dataset) readAddress(form);
  const table = JSON.parse(form.dataset.rules);
  const paid = form.querySelector("[data-paid]");
  const query = () => new URLSearchParams(new FormData(form));
  const tell = () => {
    form.querySelector("[data-count]").textContent = taken(form).length;
    const answer = whatTheyMake(table, taken(form), Object.fromEntries(query()));
    showTold(form, answer);
    showPaid(paid, answer.paid, answer.working);
  };
  const update = () => {
    history.replaceState(null, "", `${location.pathname}?${query()}`);
    for (const alert of document.querySelectorAll(".alert")) alert.remove();
    tell();
  };
  form.addEventListener("change", update);
  form.querySelector("[data-clear]").addEventListener("click", (event) => {
    event.preventDefault();
    for (const input of form.querySelectorAll(".board input")) input.checked = false;
    update();
  });
  tell();
}

// The phone keeps the page as it is before the first tap, whatever its address asks for.
function readAddress(form) {
  const asked = new URLSearchParams(location.search);
  for (const input of form.querySelectorAll("input")) {
    if (asked.getAll(input.name).includes(input.value)) input.checked = true;
  }
}
