// Buki: one empty row for a spectator at a time, the pips only where the game is blocked, and what saving would do.
import { all, fill, fire, onFields } from "../../js/core/elements.js";
import { foretell } from "../../js/step/preview.js";
import { nameIn, wait } from "../../js/step/tray.js";
import { onwards } from "../../js/step/number-fields.js";

export function enhance(form) {
  for (const group of form.querySelectorAll("[data-spectators]")) spectators(form, group);
  for (const group of form.querySelectorAll("[data-out]")) result(form, group);
}

const typedIn = (row) => all(row, "input").some((input) => (input.type === "radio" ? input.checked : input.value.trim()));

// A name alone is a known spectator without a stake; the player backed is asked with the chips.
const staked = (row) => row.querySelector("input:checked, .wrong") !== null || row.querySelector("[inputmode=numeric]").value.trim() !== "";

function spectators(form, group) {
  const rows = all(group, "[data-row]");
  const update = () => {
    const last = rows.findLastIndex(typedIn);
    rows.forEach((row, place) => {
      row.hidden = place > last + 1;
      row.querySelector("[data-clear]").hidden = !typedIn(row);
      row.querySelector("[data-backs]").hidden = !staked(row);
    });
    if (last >= 0) group.open = true;
  };
  for (const row of rows) {
    row.querySelector("[data-clear]").addEventListener("click", () => {
      for (const input of row.querySelectorAll("input")) {
        if (input.type === "radio") input.checked = false;
        else input.value = "";
      }
      fire(row.querySelector("input"), "input");
      row.querySelector("input").focus();
    });
  }
  group.addEventListener("input", update);
  form.addEventListener("restored", update);
  update();
}

function result(form, group) {
  const pips = all(group, ".pips input");
  const update = () => {
    const blocked = group.querySelector("[data-blocked]").checked;
    group.classList.toggle("blocked", blocked);
    for (const input of pips) input.disabled = !blocked;
    wait(form, group, missing(group, blocked ? pips.filter((input) => !input.value.trim()) : []));
  };
  onFields(form, update);
  onwards(pips);
  foretell(form);
}

function missing(group, empty) {
  const { sayWho, sayNext } = group.dataset;
  if (!group.querySelector("input:checked")) return sayWho;
  if (!empty.length) return "";
  return fill(sayNext, { n: empty.length, name: nameIn(empty[0].closest(".place")) });
}
