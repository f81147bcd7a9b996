// Who sits where: chairs round a table, in which regulars sit down by a tap; a seat is dragged to another or moved by
// keys, and all turn together. Without script the form is a list of names.
import { all, fill, fire } from "../core/elements.js";

// Safari's key code for an Enter that ends the composition of a word; elsewhere `isComposing` is set.
const COMPOSING_KEY = 229;
// As many as can be chosen. Further seats have others, see `store/players/profiles.py`.
const COLOURS = 10;

export function seating(form) {
  const list = form.querySelector("[data-seats]");
  const rows = all(list, "[data-place]");
  const one = (place, selector) => rows[place].querySelector(selector);
  const inputs = rows.map((row) => row.querySelector("input[type=text]"));
  // Where partners sit side by side only the right-hand one can be chosen.
  const dealers = rows.map((row) => row.querySelector("input[type=radio]"));
  const regulars = form.querySelector("[data-regulars]");
  const moved = form.querySelector("[data-moved]");
  const numbers = list.dataset.numbers.split(" ").map(Number);
  const step = Number(list.dataset.dealersApart);
  const colours = JSON.parse(list.dataset.colours);
  const teams = list.dataset.teams.split(" ").filter(Boolean);
  let chairs = Number(list.dataset.chairs);

  const nameAt = (place) => inputs[place].value.trim();
  const places = () => rows.slice(0, chairs).map((_, place) => place);
  const taken = () => places().filter(nameAt);
  const dealer = () => dealers.findIndex((radio) => radio?.checked);
  const deals = (place) => (dealers[place - (place % step)].checked = true);
  const more = () => numbers.find((number) => number > chairs);
  const fewer = () => numbers.findLast((number) => number < chairs);
  // A chair can go where that leaves room for all.
  const canGo = () => fewer() >= taken().length;

  const update = () => {
    const filled = taken();
    const found = hues(inputs.map((input) => input.value.trim()), colours);
    list.dataset.chairs = chairs;
    rows.forEach((row, place) => {
      const name = nameAt(place);
      row.hidden = place >= chairs;
      row.className = `row place-of seat-${found[place]}`;
      row.classList.toggle("empty", !name);
      one(place, ".initial").textContent = initialOf(name) || place + 1;
      const grip = one(place, "[data-move]");
      grip.hidden = !name || chairs < 2;
      grip.setAttribute("aria-label", fill(moved.dataset.sayMove, { name }));
      // Of a named seat it is there while the name has the focus.
      one(place, "[data-take-away]").hidden = !name && !canGo();
    });
    for (const button of regulars?.children ?? []) {
      button.setAttribute("aria-pressed", filled.some((place) => nameAt(place) === button.dataset.name));
    }
    const first = dealer();
    const deals = form.querySelector("[data-dealer]");
    deals.textContent = first < 0 ? "" : nameAt(first);
    deals.parentElement.hidden = !deals.textContent;
    const add = form.querySelector("[data-add]");
    if (add) add.hidden = !more();
    form.querySelector("[data-turn]").disabled = filled.length < 2;
    form.querySelector("[data-middle]").hidden = chairs < 2;
    layOut(list, teams);
    const number = filled.length < numbers[0] ? chairs : filled.length;
    form.dispatchEvent(new CustomEvent("seated", { detail: numbers.find((each) => each >= number) ?? numbers.at(-1) }));
  };
  // Names are checked against each other: a change of one clears the errors of all.
  const changed = () => {
    for (const input of inputs) fire(input, "change");
    update();
  };
  // Everybody takes the name of another place along with the deal.
  const reseat = (from) => {
    const names = inputs.map((input) => input.value);
    const first = dealer();
    from.forEach((before, place) => (inputs[place].value = names[before]));
    if (first >= 0 && from.includes(first)) deals(from.indexOf(first));
    changed();
  };
  const swap = (one, other) => {
    const from = inputs.map((_, place) => place);
    [from[one], from[other]] = [other, one];
    reseat(from);
    moved.textContent = fill(moved.dataset.sayMoved, { name: nameAt(other), number: other + 1 });
  };
  const turn = () => reseat(inputs.map((_, place) => (place < chairs ? (place - step + chairs) % chairs : place)));
  const add = () => {
    chairs = more() ?? chairs;
    update();
  };
  const leave = (place) => {
    inputs[place].value = "";
    const next = taken().find((each) => each > place) ?? taken()[0];
    if (dealer() === place && next !== undefined) deals(next);
  };
  const takeAway = (place) => {
    if (nameAt(place)) leave(place);
    if (!canGo()) return changed();
    const gone = [place, ...places().filter((each) => each !== place && !nameAt(each)).reverse()].slice(0, chairs - fewer());
    const kept = inputs.map((_, each) => each).filter((each) => !gone.includes(each));
    chairs = fewer();
    return reseat([...kept, ...gone]);
  };
  const sitDown = (name) => {
    const place = places().find((each) => nameAt(each) === name);
    if (place !== undefined) return leave(place);
    let free = places().find((each) => !nameAt(each));
    if (free === undefined && more()) {
      free = chairs;
      add();
    }
    if (free !== undefined) inputs[free].value = name;
    return undefined;
  };

  list.closest(".round").classList.add("seated");
  form.querySelector("[data-first]").hidden = false;
  form.querySelector("[data-turn]").addEventListener("click", turn);
  form.querySelector("[data-add]")?.addEventListener("click", () => {
    const first = chairs;
    add();
    inputs[first]?.focus();
  });
  if (regulars) {
    regulars.hidden = false;
    regulars.addEventListener("click", (event) => {
      const name = event.target.closest("[data-name]")?.dataset.name;
      if (!name) return;
      sitDown(name);
      changed();
    });
  }
  rows.forEach((row, place) => {
    inputs[place].addEventListener("input", changed);
    inputs[place].addEventListener("keydown", (event) => {
      // This Enter ends the composition of a Japanese name.
      if (event.key !== "Enter" || event.isComposing || event.keyCode === COMPOSING_KEY) return;
      event.preventDefault();
      if (place === chairs - 1 && nameAt(place)) add();
      (place < chairs - 1 ? inputs[place + 1] : form.querySelector(".action .main")).focus();
    });
    // Nobody deals from an empty chair: a tap on it asks who sits there.
    one(place, ".deals").addEventListener("click", (event) => {
      if (nameAt(place)) return;
      event.preventDefault();
      inputs[place].focus();
    });
    dealers[place]?.addEventListener("change", () => {
      document.querySelector("#dealer-wrong")?.remove();
      update();
    });
    const cross = one(place, "[data-take-away]");
    cross.addEventListener("pointerdown", (event) => event.preventDefault());
    cross.addEventListener("click", () => {
      // The next tap there is for nobody.
      inputs[place].blur();
      takeAway(place);
    });
  });
  dragSeats(rows, places, swap);
  const restored = () => {
    const last = inputs.findLastIndex((input) => input.value.trim()) + 1;
    chairs = numbers.find((number) => number >= Math.max(last, chairs)) ?? numbers.at(-1);
    update();
  };
  form.addEventListener("restored", restored);
  restored();
}

// The colour of each seat: of a known player their own, where it is free; else the next free one.
export function hues(names, colours) {
  const found = names.map(() => null);
  const free = (colour) => !found.includes(colour);
  names.forEach((name, place) => {
    const own = colours[name] ?? null;
    if (own !== null && free(own)) found[place] = own;
  });
  return found.map((own, place) => {
    if (own !== null) return own;
    const wanted = colours[names[place]] ?? place;
    const nearest = found.map((_, step) => (step < COLOURS ? (wanted + step) % COLOURS : step));
    return (found[place] = nearest.find(free));
  });
}

// What a face shows of a name, as `initial` in web/i18n/games.py.
export function initialOf(name) {
  const sign = new Intl.Segmenter().segment(name).containing(0)?.segment ?? "";
  const large = sign.toUpperCase();
  return large.length === sign.length ? large : sign;
}

// Seat 1 is the nearest; from there clockwise up the left side, across the top and down the right side. `x` is −1, 0 or
// 1, `y` counts the heights of a seat from the top.
function around(chairs) {
  const side = Math.floor((chairs - 1) / 2);
  const across = chairs % 2 === 0;
  const nearest = side > 1 ? side - 0.5 + (across ? 0.5 : 0) : across ? 1.9 : 1.3;
  const row = (place) => (side > 1 ? nearest - 0.5 - place : across ? nearest / 2 : 0);
  const left = Array.from({ length: side }, (_, place) => ({ x: -1, y: row(place) }));
  const right = left.map(({ y }) => ({ x: 1, y })).reverse();
  return [{ x: 0, y: nearest }, ...left, ...(across ? [{ x: 0, y: 0 }] : []), ...right].slice(0, chairs);
}

export function layOut(list, teams) {
  const rows = [...list.children].filter((row) => !row.hidden);
  const chairs = rows.length;
  const seats = around(chairs);
  const nearest = seats[0].y;
  const table = list.parentElement;
  table.style.setProperty("--heights", nearest + 1);
  table.style.setProperty("--middle", (nearest + (chairs % 2 === 0 ? 1 : 0)) / 2);
  seats.forEach(({ x, y }, place) => {
    rows[place].style.setProperty("--x", x);
    rows[place].style.setProperty("--y", y);
    rows[place].classList.toggle("on-left", x < 0);
    rows[place].classList.toggle("on-near", x === 0 && place === 0);
    rows[place].classList.toggle("on-far", x === 0 && place > 0);
  });
  table.querySelector(":scope > svg")?.remove();
  if (!teams.length) return;
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.setAttribute("aria-hidden", "true");
  lines.setAttribute("viewBox", "-1 0 2 1");
  lines.setAttribute("preserveAspectRatio", "none");
  for (const team of new Set(teams.slice(0, chairs))) {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    const members = seats.filter((_, place) => teams[place] === team);
    line.setAttribute("points", members.map(({ x, y }) => `${x},${y / nearest}`).join(" "));
    lines.append(line);
  }
  list.before(lines);
}

// --- two seats change places ----------------------------------------------------------

// Pixels until a press on a handle is a drag.
const SLACK = 8;
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// One is dragged by its handle to the other, both handles are tapped one after the other, or an arrow leads to the next.
export function dragSeats(rows, places, swap) {
  const handles = rows.map((row) => row.querySelector("[data-move]"));
  let picked = null;
  const pick = (place) => {
    picked = place;
    handles.forEach((handle, each) => handle.setAttribute("aria-pressed", each === place));
  };
  handles.forEach((handle, place) => {
    let start = null;
    let over = null;
    let dragged = false;
    const put = () => {
      start = null;
      over?.classList.remove("over");
      over = null;
      rows[place].classList.remove("dragged");
      rows[place].style.transform = "";
    };
    handle.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      start = { x: event.clientX, y: event.clientY };
      dragged = false;
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!dragged && Math.hypot(x, y) < SLACK) return;
      dragged = true;
      rows[place].classList.add("dragged");
      rows[place].style.transform = `translate(${x}px, ${y}px)`;
      const next = nearest(rows, places().filter((each) => each !== place), event);
      if (next !== over) over?.classList.remove("over");
      over = next;
      over?.classList.add("over");
    });
    handle.addEventListener("pointerup", () => {
      const other = over && rows.indexOf(over);
      put();
      if (other !== null) {
        pick(null);
        swap(place, other);
      }
    });
    handle.addEventListener("pointercancel", put);
    handle.addEventListener("keydown", (event) => {
      if (!(event.key in STEPS)) return;
      event.preventDefault();
      const among = places();
      const other = among.at((among.indexOf(place) + STEPS[event.key]) % among.length);
      swap(place, other);
      handles[other].focus();
    });
    handle.addEventListener("click", () => {
      // A drag ends in a click too.
      if (dragged) return void (dragged = false);
      if (picked === null) return pick(place);
      const first = picked;
      pick(null);
      if (first === place) return;
      swap(first, place);
      handles[place].focus();
    });
  });
}

// The seat under the finger or the nearest one, if it is not far.
function nearest(rows, places, { clientX, clientY }) {
  const far = rows[places[0]].offsetHeight;
  const found = places
    .map((place) => {
      const { left, top, width, height } = rows[place].getBoundingClientRect();
      return { row: rows[place], away: Math.hypot(clientX - left - width / 2, clientY - top - height / 2) };
    })
    .sort((one, other) => one.away - other.away)[0];
  return found && found.away < far ? found.row : null;
}
