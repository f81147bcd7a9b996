// Seats and players: seats change places by a drag, two taps or the arrows; what a change does is fetched from the site and
// shown at once.
import { all, fill, fire } from "../core/elements.js";
import { ask, parse } from "../sync/net.js";
import { dragSeats, layOut } from "../step/seating.js";
import { takeDraftAlong } from "../step/setup.js";

const SHOWN = ["#table", "#changes"];

export async function enhance(form) {
  showTable(form);
  form.addEventListener("change", ({ target }) => {
    // A tap that says all there is to say closes its sheet.
    if (/^(dealer|does-)/.test(target.name)) target.closest(".sheet-of").hidePopover?.();
    preview(form);
  });
  form.addEventListener("click", (event) => {
    const back = event.target.closest("[name=back]");
    if (!back) return;
    event.preventDefault();
    form.elements[`does-${back.value}`].value = "plays";
    fire(form, "change");
  });
  await takeDraftAlong(form);
}

function showTable(form) {
  const list = form.querySelector("[data-seats]");
  list.closest(".round").classList.add("seated");
  const rows = () => all(list, "[data-place]");
  const place = (row) => form.elements[`at-${row.dataset.place}`];
  const seats = rows();
  const order = seats.map((row) => place(row).value);
  const status = form.querySelector("[data-moved]");
  const settle = (moved) => {
    moved.forEach((row, at) => (place(row).value = order[at]));
    fire(form, "change");
  };
  const swap = (one, other) => {
    const moved = [...seats];
    [moved[one], moved[other]] = [moved[other], moved[one]];
    status.textContent = fill(status.dataset.sayMoved, { name: seats[one].querySelector(".name").textContent, number: other + 1 });
    focusAfter = `[data-place="${seats[one].dataset.place}"] [data-move]`;
    settle(moved);
  };
  const step = Number(list.dataset.dealersApart);
  const turn = form.querySelector("[data-turn]");
  turn.hidden = seats.length < 3;
  turn.addEventListener("click", () => {
    focusAfter = "[data-turn]";
    settle(seats.map((_, at) => seats[(at - step + seats.length) % seats.length]));
  });
  for (const row of seats) row.querySelector("[data-move]").hidden = seats.length < 2;
  layOut(list, list.dataset.teams.split(" ").filter(Boolean));
  dragSeats(seats, () => seats.map((_, at) => at), swap);
}

// What has the focus again once the table is drawn anew.
let focusAfter = null;
let asked = 0;

async function preview(form) {
  const mine = (asked += 1);
  const answer = await ask(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.text) {
    // Nothing came: it can be saved unseen, and waits on this phone.
    form.querySelector("[data-unseen]").hidden = false;
    return;
  }
  const page = parse(answer.text);
  for (const part of SHOWN) form.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
  for (const alert of all(form.parentElement, ":scope > .alert")) alert.remove();
  form.before(...all(page, "main > .alert"));
  showTable(form);
  if (focusAfter) form.querySelector(focusAfter)?.focus();
  focusAfter = null;
}
