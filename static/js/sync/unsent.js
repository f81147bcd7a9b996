// Names unsent entries of other pages on this one, and sends them.
import { UNSENT } from "./lazy-storage.js";
import { tell } from "../core/announce.js";
import { drop, takeBack, unsent } from "./outbox.js";
import { tellWindows } from "./pocket.js";
import { deliver, settle } from "./deliver.js";
import { namedAt, nextToSend, secondsUntil } from "./rules.js";
import { onChange } from "./storage.js";
import { fill } from "../core/words.js";

let running = false;

export async function sendWaiting() {
  await showWaiting();
  if (running) return;
  running = true;
  for (let item = await next(); item; item = await next()) {
    // A form that is being sent here takes along what waits before it.
    const answer = isSending() ? {} : await deliver(item, { takenBack: false }, await unsent());
    if (answer.text !== undefined) {
      await settle(item, answer);
      tellWindows();
      tell([fill(document.body.dataset[answer.ok ? "saySent" : "sayRefused"], { what: item.title })]);
    }
    await showWaiting();
    if (answer.text === undefined) await pause(secondsUntil(answer));
  }
  running = false;
}

const waiting = async () => namedAt(location.pathname, await unsent(), isSending());
const isSending = () => document.querySelector("[data-sending=yes]") !== null;
const next = async () => nextToSend(await waiting());

const pause = (seconds) =>
  new Promise((wake) => {
    setTimeout(wake, 1000 * seconds);
    addEventListener("online", wake, { once: true });
  });

onChange(UNSENT, sendWaiting);

let shown = null;

async function showWaiting() {
  const items = await waiting();
  // What stands under the thumb stays there while nothing has changed.
  const state = JSON.stringify(items.map(({ key, refused, why }) => [key, refused, why]));
  if (shown?.isConnected && shown.dataset.state === state) return;
  shown?.remove();
  if (!items.length) return;
  shown = document.createElement("aside");
  shown.className = "box unsent";
  shown.dataset.state = state;
  shown.append(...items.map(lineOf));
  (document.querySelector(".now") ?? document.querySelector("main")).prepend(shown);
}

function lineOf(item) {
  const words = document.body.dataset;
  const line = document.createElement("p");
  const link = document.createElement("a");
  link.href = item.page;
  const [held, again, discard] = item.held ? item.words : [];
  const text = held ?? (item.why ? words.sayUntaken : item.refused ? words.sayRefused : words.sayUnsent);
  link.textContent = fill(text, { what: item.title, why: item.why });
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button text";
  button.textContent = discard ?? words.sayTakeBack;
  button.addEventListener("click", async () => {
    await takeBack(item);
    showWaiting();
  });
  line.append(link);
  if (item.why || held) {
    const kept = document.createElement("span");
    kept.textContent = held
      ? [item.said, again].filter(Boolean).join(" · ")
      : fill(item.said ? words.sayEntered : words.sayKept, { typed: item.said });
    line.append(kept);
  }
  line.append(button);
  return line;
}
