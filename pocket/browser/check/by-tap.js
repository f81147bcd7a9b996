// The parts of the check that somebody has to tap for: a second tab, and the camera.
import { write } from "../shell/words.js";
import { Trial } from "./trial.js";

const LONGEST_TAB = 20000;
const ASK_EVERY = 300;
const HERE = "here";

const channel = (scope) => new BroadcastChannel(`check ${scope}`);

// Opens this page once more, which looks whether it is kept out.
export function secondTab(parts) {
  // At once: browsers open a tab only for a tap.
  window.open("check.html#second", "_blank", "noopener");
  return parts.held(() => new Promise((resolve, reject) => {
    const between = channel(parts.scope);
    const end = (settle, value) => {
      between.close();
      settle(value);
    };
    between.onmessage = ({ data }) => (data === HERE ? between.postMessage("try") : end(resolve, data));
    setTimeout(end, LONGEST_TAB, reject, new Error("no second tab has answered"));
  }));
}

// This is the second tab: it says that it is here until the first has the file and the lock.
export async function comesAsSecond(scope, place) {
  const between = channel(scope);
  const asking = setInterval(() => between.postMessage(HERE), ASK_EVERY);
  await new Promise((resolve) => (between.onmessage = resolve));
  clearInterval(asking);
  const trial = new Trial(scope);
  const told = await trial.does("rival", { lock: `check ${scope}` }).catch(({ message }) => ({ refused: message }));
  trial.end();
  between.postMessage(told);
  write(place, "check.second");
  close();
}

export async function camera() {
  if (!navigator.mediaDevices) return { ok: false, short: "none" };
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const [track] = stream.getVideoTracks();
  const { width, height } = track.getSettings();
  track.stop();
  return { ok: true, short: `${width} x ${height}`, values: { width, height } };
}
