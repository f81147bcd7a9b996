// The parts of the check that somebody has to tap for: a second tab, and the camera.
import { write } from "../shell/words.js";
import { Trial } from "./trial.js";

const LONGEST_TAB = 20000;

const channel = (scope) => new BroadcastChannel(`check ${scope}`);

// Opens this page once more, which looks whether it is kept out.
export function secondTab(parts) {
  return parts.held(() => new Promise((resolve, reject) => {
    const heard = channel(parts.scope);
    const end = (settle, value) => {
      heard.close();
      settle(value);
    };
    heard.onmessage = ({ data }) => end(resolve, data);
    setTimeout(end, LONGEST_TAB, reject, new Error("no second tab has answered"));
    open("check.html#second", "_blank", "noopener");
  }));
}

// This is the second tab.
export async function comesAsSecond(scope, place) {
  const trial = new Trial(scope);
  const told = await trial.does("rival", { lock: `check ${scope}` }).catch(({ message }) => ({ refused: message }));
  trial.end();
  channel(scope).postMessage(told);
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
