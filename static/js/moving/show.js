// Shows a scorebook file as a moving code: a canvas, a button that starts and pauses it, a key for half the speed.
import { fill } from "../core/elements.js";
import { keepAwake } from "../views/awake.js";
import { Encoder } from "./fountain.js";

// The squares of light around a code.
const MARGIN = 4;
const FRAMES = 2 ** 32;
// How many frames are shown for one that is caught and new, as far as can be known beforehand.
const LOST = 1.25;
const PER_SECOND = 10;
// Who has not caught it after so many loops of as many frames as there are blocks reads slowly.
const LOOPS = 3;

export function enhance(place) {
  const [figure, slower, note] = ["figure", "[data-slower]", "[data-note]"].map((each) => place.querySelector(each));
  const canvas = figure.querySelector("canvas");
  const button = place.querySelector(".main");
  const start = button.textContent;
  const isSlow = () => slower.getAttribute("aria-pressed") === "true";
  const perSecond = () => (isSlow() ? PER_SECOND / 2 : PER_SECOND);
  let show = null;
  let running = false;

  slow(matchMedia("(prefers-reduced-motion: reduce)").matches);
  for (const each of [button, note]) each.hidden = false;
  slower.addEventListener("click", () => slow(!isSlow()));
  new ResizeObserver(() => show?.fit()).observe(figure);
  button.addEventListener("click", async () => {
    if (running) return turn(false);
    if (!show) {
      button.textContent = place.dataset.sayLoading;
      place.setAttribute("aria-busy", "true");
      show = await begun(place, canvas);
      place.removeAttribute("aria-busy");
    }
    return turn(Boolean(show));
  });

  function turn(on) {
    running = on;
    keepAwake(on);
    button.textContent = on ? place.dataset.sayPause : show ? place.dataset.sayOn : start;
    if (!on) return;
    figure.hidden = false;
    // The screen may have been turned since.
    show.side = 0;
    // A file of one block is a picture that stands still.
    slower.hidden = show.count === 1;
    tell();
    let due = 0;
    requestAnimationFrame(function next(now) {
      if (!running || !canvas.isConnected) return keepAwake(false);
      if (now >= due) {
        // As many a second as there should be, also where the screen's pictures come in between.
        const each = 1000 / perSecond();
        const isFirst = !due;
        due = Math.max(due, now - each / 2) + each;
        show.next();
        if (show.shown === LOOPS * show.count) slow(true);
        // A phone that lies on its side has the code below its screen.
        if (isFirst) canvas.scrollIntoView({ block: "nearest" });
      }
      return requestAnimationFrame(next);
    });
  }

  function slow(on) {
    slower.setAttribute("aria-pressed", on);
    tell();
  }

  function tell() {
    if (show) place.querySelector(".headline").textContent = fill(place.dataset.sayAbout, { codes: show.count, time: duration((show.count * LOST) / perSecond()) });
  }
}

// What shows the next frame; null where the file does not arrive, which is reported.
async function begun(place, canvas) {
  const wrong = place.querySelector(".wrong");
  wrong.hidden = true;
  try {
    const answer = await fetch(place.dataset.file);
    if (answer.status === 413) throw new RangeError();
    const digest = answer.ok && /^sha-256=:(.+):$/.exec(answer.headers.get("Repr-Digest"))?.[1];
    if (!digest) throw new Error(answer.status);
    tellSince(place, answer.headers.get("Takuroku-Since"));
    const file = new Uint8Array(await answer.arrayBuffer());
    const { generate, mode } = await import(place.dataset.qr);
    const hash = Uint8Array.from(atob(digest), (sign) => sign.charCodeAt(0));
    const encoder = new Encoder(file, hash, Number(answer.headers.get("Takuroku-Rules")));
    return new Show(canvas, encoder, (frame) => generate(mode.bytes(frame), encoder.count > 1 ? QR : {}));
  } catch (error) {
    wrong.textContent = error instanceof RangeError ? place.dataset.sayTooLarge : place.dataset.sayLost;
    wrong.hidden = false;
    return null;
  }
}

// From which day on the games are that fit; null where all do.
function tellSince(place, day) {
  if (!day) return;
  const since = place.querySelector("[data-since]");
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  since.textContent = fill(place.dataset.saySince, { day: date });
  since.hidden = false;
}

// At least 105 squares a side, which is version 22: larger ones would flicker as no fine pattern does. The bytes are as
// good as random, so any mask is as good.
const QR = { minVersion: 22, mask: 2 };

class Show {
  constructor(canvas, encoder, draw) {
    Object.assign(this, { canvas, encoder, draw });
    this.count = encoder.count;
    this.shown = 0;
    // Elsewhere each time: who reads on after a break is not shown the same frames again.
    [this.number] = crypto.getRandomValues(new Uint32Array(1));
  }

  next() {
    const code = this.draw(this.encoder.frame(this.number));
    if (this.count > 1) this.number = (this.number + 1) % FRAMES;
    this.shown += 1;
    code.toCanvas(this.canvas, { off: [255, 255, 255], pad: MARGIN });
    if (this.side !== this.canvas.width) this.fit();
  }

  // Each square as many whole points of the screen as there is room for, also where a phone lies on its side.
  fit() {
    this.side = this.canvas.width;
    const points = Math.min(this.canvas.parentElement.clientWidth, innerHeight) * devicePixelRatio;
    this.canvas.style.width = `${(Math.floor(points / this.side) * this.side) / devicePixelRatio}px`;
  }
}

function duration(seconds) {
  const [unit, number] = seconds < 90 ? ["second", Math.max(1, Math.round(seconds))] : ["minute", Math.round(seconds / 60)];
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(number);
}
