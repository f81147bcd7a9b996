// Two seats change places: one is dragged by its handle to the other, or both handles are tapped one after the other.

// Pixels until a press on a handle is a drag.
const SLACK = 8;

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
