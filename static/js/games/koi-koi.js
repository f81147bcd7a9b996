// Koi-Koi: the multiplier as the calls go up, the yaku by name or by the cards, and what stopping would pay. Multipliers,
// yaku and sums come from the server; nothing here knows a rule.
import { showPaid, showTold, taken, teller } from "../hanafuda.js";
import { onPreview } from "../preview.js";

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export function enhance(main) {
  for (const form of main.querySelectorAll("form.step")) {
    const action = form.querySelector(".action .main");
    const usual = action.textContent;
    const month = form.querySelector("[data-month]");
    if (month) enhanceMonth(form, month, action, usual);
    else enhanceDeal(form, action, usual);
  }
}

// --- the deal -----------------------------------------------------------------

function enhanceDeal(form, action, usual) {
  const lights = form.querySelector("[data-lights]");
  const update = () => action.classList.toggle("waiting", Boolean(lights) && !lights.querySelector("input:checked"));
  form.addEventListener("change", update);
  update();
  if (!form.dataset.preview) return;
  onPreview(form, form.dataset.preview, (answer) => {
    action.textContent = answer.points?.some((points) => points !== "0") ? answer.said : usual;
  });
}

// --- the end of the month -------------------------------------------------------

function enhanceMonth(form, month, action, usual) {
  const sides = [...month.querySelectorAll("[data-seat]")].map(side);
  const seats = Object.fromEntries(sides.map((each) => [each.seat, each]));
  const most = Number(month.querySelector("[data-calls]").dataset.calls);
  for (const stepper of month.querySelectorAll("[data-stepper]")) step(stepper);
  const decided = decision(month, sides);
  const multiply = () => {
    sides.forEach((each, place) => {
      const multipliers = each.place.dataset.multipliers.trim().split(" ");
      const at = Number(each.input.value || 0) * (most + 1) + Number(sides[1 - place].input.value || 0);
      each.times.textContent = `×${multipliers[at] ?? "?"}`;
    });
    decided.update();
  };
  month.addEventListener("input", multiply);
  month.addEventListener("change", decided.update);
  multiply();

  const koikoi = callButton(action, month.querySelector(".stepper label").firstChild.textContent);
  const boards = cardsByTap(month, seats, (shown, answer) => {
    decided.follow(shown, answer !== null && answer.yaku.length > 0);
    koikoi.hidden = !(form.dataset.preview && answer && answer.yaku.length);
    koikoi.onclick = () => seats[shown].call();
  });
  month.addEventListener("change", (event) => {
    if (event.target.closest(".stops")) boards.turnTo(decided.winner());
  });
  boards.turnTo(decided.winner());

  if (!form.dataset.preview) return;
  const paid = month.querySelector("[data-paid]");
  onPreview(form, form.dataset.preview, (answer) => {
    const winner = decided.winner();
    const stopped = winner in seats;
    action.classList.toggle("waiting", !answer.said);
    const gains = (answer.points ?? []).findIndex((points) => points.startsWith("+"));
    if (winner === null || !answer.points) {
      action.textContent = usual;
      showPaid(paid, "", winner === null ? "" : answer.problems?.[0] ?? "");
      return;
    }
    const text = stopped ? month.dataset.sayStop : gains < 0 ? month.dataset.sayStill : month.dataset.sayNobody;
    const values = { name: seats[gains]?.name, points: answer.points[gains] };
    action.textContent = fill(text, values);
    showPaid(paid, (values.points ?? "0").replace("+", ""), answer.workings[Math.max(gains, 0)]);
  });
}

function side(place) {
  const input = place.querySelector("input");
  return {
    place,
    input,
    seat: place.dataset.seat,
    name: place.dataset.name,
    times: place.querySelector("[data-times]"),
    call: () => place.querySelector("[data-by='1']").click(),
  };
}

// − and + beside a number; with `data-or-none` one below the least is no number at all.
function step(stepper) {
  const input = stepper.querySelector("input");
  const [least, most] = [Number(input.min), Number(input.max)];
  const none = "orNone" in stepper.dataset ? "" : least;
  const buttons = [...stepper.querySelectorAll("button")];
  const next = (by) => {
    if (input.value === "") return by > 0 ? least : none;
    const value = Number(input.value) + by;
    return value < least ? none : Math.min(value, most);
  };
  const update = () => {
    for (const button of buttons) button.disabled = String(next(Number(button.dataset.by))) === input.value;
    stepper.classList.toggle("set", input.value !== "" && input.value !== "0");
  };
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => {
      input.value = next(Number(button.dataset.by));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  input.addEventListener("input", update);
  update();
}

// Who stopped. Once that is said the calls fold into one line, which opens again at a tap.
function decision(month, sides) {
  const radios = [...month.querySelectorAll(".stops input")];
  const winner = () => radios.find((radio) => radio.checked)?.value ?? null;
  const line = document.createElement("button");
  line.type = "button";
  line.className = "button calls";
  line.addEventListener("click", () => {
    month.classList.add("unfolded");
    update();
    sides[0].place.querySelector("[data-by='1']").focus({ preventScroll: true });
  });
  month.prepend(line);
  let followed = false;
  const update = () => {
    month.classList.toggle("decided", winner() !== null && !month.classList.contains("unfolded"));
    line.hidden = !month.classList.contains("decided");
    const koikoi = sides[0].place.querySelector("label").firstChild.textContent;
    line.replaceChildren(...sides.flatMap((each) => told(each, koikoi)));
  };
  month.querySelector(".stops").addEventListener("change", () => (followed = false));
  // The cards being tapped make a yaku, so their owner is the one who can stop, unless somebody was named.
  const follow = (seat, standing) => {
    if (winner() !== null && !followed) return;
    for (const radio of radios) radio.checked = standing && radio.value === seat;
    followed = standing;
    update();
    month.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return { winner, update, follow };
}

function told(each, koikoi) {
  const part = document.createElement("span");
  const bold = document.createElement("b");
  bold.append(each.times.textContent);
  part.append(`${each.name} ${koikoi} ${each.input.value || 0} `, bold);
  return [part];
}

// Beside the action while the cards being tapped make a yaku: one more call for their owner.
function callButton(action, text) {
  const pair = document.createElement("div");
  pair.className = "pair";
  action.replaceWith(pair);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = text;
  button.hidden = true;
  pair.append(button, action);
  return button;
}

// The yaku by name, or one of the two piles: what is not shown is not sent.
function cardsByTap(month, seats, onTold) {
  const tabs = [...month.querySelectorAll("[data-tab]")];
  const parts = Object.fromEntries([...month.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
  const piles = Object.values(parts).filter((part) => part.dataset.part in seats);
  const other = (part) => piles.find((pile) => pile !== part);
  let shown = null;
  parts.yaku.querySelector("legend").className = "visually-hidden";

  for (const part of piles) {
    part.open = true;
    part.querySelector("summary").hidden = true;
    part.tell = teller(
      part.dataset.yaku,
      () => new URLSearchParams([...taken(part).map((code) => ["card", code]), ...taken(other(part)).map((code) => ["gone", code])]),
      (answer) => {
        showTold(part, answer);
        if (part.dataset.part === shown) onTold(shown, answer);
      },
    );
    part.querySelector(".board").addEventListener("change", (event) => take(part, event.target));
  }
  // A card lies in one pile only: tapped here, it leaves the other.
  const take = (part, input) => {
    if (input.checked) other(part).querySelector(`input[value="${input.value}"]`).checked = false;
    update();
    for (const pile of piles) pile.tell();
  };
  const update = () => {
    for (const [name, part] of Object.entries(parts)) part.hidden = name !== shown;
    parts.yaku.disabled = shown in seats;
    for (const part of piles) {
      part.querySelector("[data-pile]").disabled = !(shown in seats);
      const gone = new Set(taken(other(part)));
      for (const input of part.querySelectorAll(".board input")) input.parentElement.classList.toggle("gone", gone.has(input.value));
    }
    for (const tab of tabs) {
      tab.setAttribute("aria-pressed", tab.dataset.tab === shown);
      const count = tab.querySelector("[data-count]");
      if (count) count.textContent = taken(parts[tab.dataset.tab]).length || "";
    }
  };
  const show = (name) => {
    shown = name;
    update();
    if (name in seats) parts[name].tell();
    else onTold(name, null);
    month.dispatchEvent(new Event("input", { bubbles: true }));
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => {
      show(tab.dataset.tab);
      if (shown in seats) tab.parentElement.scrollIntoView({ block: "start" });
    });
  }
  month.querySelector("[data-tabs]").hidden = false;

  // Nothing is shown until it is wanted, but what was entered already, or is wrong.
  const begun = (part) => part.querySelector(".wrong, [type=checkbox]:checked") || part.querySelector(".set");
  const first = [...piles, parts.yaku].find(begun);
  if (first) show(first.dataset.part);
  else update();
  // When the winner is named, their yaku are next; where cards are tapped, their cards.
  const turnTo = (winner) => {
    if (!(winner in seats)) return;
    if (shown === null) show("yaku");
    else if (shown in seats && winner !== shown && !taken(parts[shown]).length) show(winner);
  };
  return { turnTo };
}
