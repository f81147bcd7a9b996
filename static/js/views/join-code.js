// Keeps a join code on the page: before its time is up the page is asked for the one that holds from then on.
import { ask, repeat } from "../sync/net.js";
import { readPage } from "../sync/page.js";
import { showPart } from "./compare.js";

const CODE = ".to-type";
// Milliseconds before its end, and between two tries.
const EARLY = 60_000;
const RETRY_WAIT = 10_000;
const SECOND = 1000;

export function enhance(code) {
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
    if (!page) return RETRY_WAIT;
    if (!page.querySelector(CODE)) return code.remove();
    code = showPart(page, CODE);
    holds();
    return Math.max(timeLeft(), RETRY_WAIT);
  });
  holds();
  count();
  renewing.rest(timeLeft());
}
