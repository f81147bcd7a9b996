// Buki: one empty row for a spectator at a time, the pips by keys where all have passed, and what saving would do.
import { all, fill, fire, onFields, setState } from "../../js/core/elements.js";
import { foretell } from "../../js/step/preview.js";
import { nameIn, wait } from "../../js/step/tray.js";
import { numberTray, onwards } from "../../js/step/number-fields.js";

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
  const seats = all(group, "[data-seat]").map((row) => ({ row, input: row.querySelector(".pips input"), wins: row.querySelector("[type=radio]") }));
  const nobody = group.querySelector("[data-blocked]");
  const back = group.querySelector("[data-back]");
  const begin = numberTray(group, seats, { high: Number(group.dataset.high) });
  const update = () => {
    const blocked = nobody.checked;
    const began = blocked && !group.classList.contains("blocked");
    group.classList.toggle("blocked", blocked);
    back.hidden = !blocked;
    nobody.closest("label").hidden = blocked;
    for (const { row, input, wins } of seats) {
      input.disabled = !blocked;
      wins.disabled = blocked;
      if (!blocked) setState(row, "aria-current", false);
    }
    if (began) begin();
    group.querySelector("[data-lowest]").textContent = lowest(group, seats);
    wait(form, group, missing(group, blocked ? seats.filter(({ input }) => !input.value.trim()) : []));
  };
  back.addEventListener("click", () => {
    nobody.checked = false;
    fire(nobody, "change");
  });
  onFields(form, update);
  onwards(seats.map(({ input }) => input));
  foretell(form);
}

function missing(group, empty) {
  const { sayWho, sayNext } = group.dataset;
  if (!group.querySelector("input:checked")) return sayWho;
  return empty.length ? fill(sayNext, { name: nameIn(empty[0].row) }) : "";
}

// Who has the fewest of the pips that are counted; nobody where two have as few.
function lowest(group, seats) {
  const counted = seats.filter(({ input }) => !input.disabled && input.value.trim());
  const fewest = Math.min(...counted.map(({ input }) => Number(input.value)));
  const [one, ...others] = counted.filter(({ input }) => Number(input.value) === fewest);
  return one && !others.length ? fill(group.dataset.sayLowest, { name: nameIn(one.row), n: fewest }) : "";
}
