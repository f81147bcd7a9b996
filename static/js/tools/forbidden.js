// The tool for the forbidden bid: looks up the answer among those that the server wrote into the page.
import { fill, setState } from "../core/elements.js";

// The rows of keys that the hand needs keep their places while bids are tapped.
const rowOf = (number) => Math.floor(number / 6);
const sumOf = (bids) => bids.reduce((sum, bid) => sum + bid, 0);

export function enhance(page) {
  const part = (name) => page.querySelector(`[data-${name}]`);
  const say = page.dataset;
  // What was refused stands in place of an answer: from there the links lead on.
  if (!part("answer")) return;
  const answers = JSON.parse(say.answers);
  const [hands, numbers] = [[...part("hands").children], [...part("next").children]];
  const [back, over] = part("back").children;
  const [less, leastIs, more] = part("least").children;
  const [asked, typed, askedLeast] = askedFor(hands.length, Number(say.most));
  const kept = "kept" in document.documentElement.dataset;
  let hand = (kept && asked) || Number(say.hand);
  let least = (kept && askedLeast) || Number(say.from);
  let bids = kept ? typed.filter((bid) => bid <= hand) : JSON.parse(say.bids);

  const show = (gone) => {
    const sum = sumOf(bids);
    const isFew = hand < least;
    const answer = isFew ? null : (answers[hand][sum] ?? null);
    const free = answer === null;
    part("may").textContent = free ? say.sayMay : say.sayNot;
    part("answer").textContent = free ? say.sayAny : answer;
    part("answer").classList.toggle("none", free);
    const why = fill(isFew ? say.sayFew : free ? say.sayFree : say.saySum, { hand, sum, from: least });
    part("why").textContent = free || bids.length < 2 ? why : `${why} (${bids.join(" + ")})`;
    part("gone").textContent = gone.length ? fill(say.sayGone, { hand, bids: gone.join(", ") }) : "";
    for (const [place, link] of hands.entries()) {
      setState(link, "aria-current", place + 1 === hand);
    }
    const isFull = bids.length >= Number(say.most);
    for (const [number, link] of numbers.entries()) {
      link.classList.toggle("none", isFull || number > hand);
      link.hidden = rowOf(number) > rowOf(hand);
    }
    for (const link of [back, over]) {
      setState(link, "aria-disabled", !bids.length);
    }
    setState(less, "aria-disabled", least === 1);
    setState(more, "aria-disabled", least === hands.length);
    leastIs.textContent = fill(say.sayFrom, { n: least });
    const from = least > 1 ? [["from", least]] : [];
    const query = new URLSearchParams([["hand", hand], ...bids.map((bid) => ["bid", bid]), ...from]);
    history.replaceState(null, "", `${location.pathname}?${query}`);
  };
  const on = (link, change) => {
    // Without an address a link is out of the keyboard's reach.
    link.href ||= location.pathname;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(change() ?? []);
    });
  };
  for (const [place, link] of hands.entries()) {
    on(link, () => {
      hand = place + 1;
      const gone = bids.filter((bid) => bid > hand);
      bids = bids.filter((bid) => bid <= hand);
      return gone;
    });
  }
  for (const [number, link] of numbers.entries()) on(link, () => void (bids = [...bids, number]));
  on(less, () => void (least = Math.max(1, least - 1)));
  on(more, () => void (least = Math.min(hands.length, least + 1)));
  on(back, () => void (bids = bids.slice(0, -1)));
  on(over, () => void (bids = []));
  if (kept) show(typed.filter((bid) => bid > hand));
}

// The phone keeps the page as it is before the first tap, whatever its address asks for: what is no number is left out.
function askedFor(largest, most) {
  const asked = new URLSearchParams(location.search);
  const numbers = (name) => asked.getAll(name).filter((text) => /^\d{1,2}$/.test(text)).map(Number);
  const isHand = (number) => number >= 1 && number <= largest;
  return [numbers("hand").find(isHand), numbers("bid").slice(0, most), numbers("from").find(isHand)];
}
