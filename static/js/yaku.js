// The yaku of a pile without a session: every tap is answered at once, and the address keeps what was tapped.
import { showPaid, showTold, taken, teller } from "./hanafuda.js";

export function enhance(form) {
  form.querySelector("[data-tell]").hidden = true;
  const query = () => new URLSearchParams(new FormData(form));
  const paid = form.querySelector("[data-paid]");
  const show = (answer) => {
    showTold(form, answer);
    showPaid(paid, answer.paid, answer.working);
  };
  // Rather nothing than what was true before.
  const tell = teller(form.dataset.yaku, query, show, () => show({ ...UNKNOWN, working: document.body.dataset.sayNoAnswer }));
  const update = () => {
    form.querySelector("[data-count]").textContent = taken(form).length;
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

const UNKNOWN = { yaku: [], void: [], away: [], paid: "" };
