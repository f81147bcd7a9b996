// The pages on which phones are let in and out. Each is asked for again where it may have changed, and what differs is shown
// in place, so that the reader stays.
import { pageCame } from "../core/double-tap.js";
import { ask, repeat } from "../sync/net.js";
import { waiting } from "../sync/outbox.js";
import { readPage, showPage } from "../sync/page.js";
import { showPart } from "./compare.js";

// Milliseconds: between two looks, between two tries of one that failed.
const PAUSE = 1000;
const RETRY_WAIT = 3000;

export function enhance(part) {
  const { dataset } = part;
  if ("sayUnsent" in dataset) leave(part);
  else if ("seconds" in dataset) keepCode(part);
  else if ("waits" in dataset) wait(part);
  else answerInPlace(part);
}

// A form whose answer is the same page with something else on it. Until that comes nothing else is sent.
function answerInPlace(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = "true";
    const { submitter } = event;
    const answer = await ask(form.action, { method: "POST", body: new FormData(form, submitter) });
    const page = answer.text ? await readPage(answer.text, { stays: true }) : null;
    if (page && answer.ok) {
      showPage(page, { stays: true, address: answer.address });
      return pageCame();
    }
    // Nothing came, or an error: the browser sends it and shows what becomes of it.
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
    return form.submit();
  });
}

// A page on which one phone waits for another: it is shown once `data-waits` differs, which says who asks, who has come and
// what was answered. Where the site leads elsewhere, the phone goes there.
function wait(place) {
  const here = location.href.split("#")[0];
  const polls = repeat(async (signal) => {
    if (!place.isConnected) return undefined;
    const { ok, text, address } = await ask(here, { signal });
    if (signal.aborted || !place.isConnected) return undefined;
    if (!ok) return RETRY_WAIT;
    if (address !== here) return location.assign(address);
    const page = await readPage(text, { stays: true });
    const fresh = page?.querySelector("[data-waits]");
    if (!fresh) return RETRY_WAIT;
    if (fresh.dataset.waits === place.dataset.waits) return PAUSE;
    return showPage(page, { stays: true });
  });
  polls.rest(PAUSE);
}

// The form that takes this phone out of its scorebook waits while the phone has entries that are not sent: they would be lost.
function leave(form) {
  const line = form.querySelector("[data-unsent]");
  const buttons = form.querySelectorAll("button");
  line.textContent = form.dataset.sayUnsent;
  const show = (isWaiting) => {
    line.hidden = !isWaiting;
    for (const button of buttons) button.disabled = isWaiting;
  };
  form.addEventListener("submit", async (event) => {
    if ("leaves" in form.dataset) return;
    event.preventDefault();
    if ((await waiting()).length) return show(true);
    form.dataset.leaves = "";
    form.requestSubmit(event.submitter);
  });
  const looks = repeat(async () => {
    if (!form.isConnected) return undefined;
    show((await waiting()).length > 0);
    return PAUSE;
  });
  looks.look();
}

// --- a join code, before whose time is up the page is asked for the one that holds from then on ---------------

const CODE = ".to-type";
// Milliseconds before its end, and between two tries: nobody waits for it.
const EARLY = 60_000;
const CODE_RETRY_WAIT = 10_000;
const SECOND = 1000;

function keepCode(code) {
  let ends = 0;
  const timeLeft = () => Math.max(ends - EARLY - performance.now(), 0);
  // One for one phone ends with its link, which is not renewed.
  const count = () => {
    const left = code.querySelector("[data-left]");
    if (!left || !code.isConnected) return;
    const seconds = Math.max(Math.round((ends - performance.now()) / 1000), 0);
    left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    setTimeout(count, SECOND);
  };
  const holds = () => (ends = performance.now() + code.dataset.seconds * 1000);
  // Nobody looks at a hidden page: a phone in a pocket lets its code end.
  const renewing = repeat(async (signal) => {
    if (timeLeft() > 0) return timeLeft();
    const { ok, text } = await ask(location.href, { signal });
    if (!code.isConnected || signal.aborted) return undefined;
    const page = ok ? await readPage(text, { stays: true }) : null;
    if (!page) return CODE_RETRY_WAIT;
    if (!page.querySelector(CODE)) return code.remove();
    code = showPart(page, CODE);
    holds();
    return Math.max(timeLeft(), CODE_RETRY_WAIT);
  });
  holds();
  count();
  renewing.rest(timeLeft());
}
