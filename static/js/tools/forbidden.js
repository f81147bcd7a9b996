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
  const [asked, typed] = askedFor(hands.length, Number(say.most));
  const kept = "kept" in document.documentElement.dataset;
  let hand = (kept && asked) || Number(say.hand);
  let bids = kept ? typed.filter((bid) => bid <= hand) : JSON.parse(say.bids);

  const show = (gone) => {
    const sum = sumOf(bids);
    const answer = answers[hand][sum] ?? null;
    const free = answer === null;
    part("may").textContent = free ? say.sayMay : say.sayNot;
    part("answer").textContent = free ? say.sayAny : answer;
    part("answer").classList.toggle("none", free);
    const why = fill(free ? say.sayFree : say.saySum, { hand, sum });
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
    const query = new URLSearchParams([["hand", hand], ...bids.map((bid) => ["bid", bid])]);
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
  on(back, () => void (bids = bids.slice(0, -1)));
  on(over, () => void (bids = []));
  if (kept) show(typed.filter((bid) => bid > hand));
}

// The phone keeps the page as it is before the first tap, whatever its address asks for: what is no number is left out.
function askedFor(largest, most) {
  const asked = new URLSearchParams(location.search);
  const numbers = (name) => asked.getAll(name).filter((text) => /^\d{1,2}$/.test(text)).map(Number);
  return [numbers("hand").find((hand) => hand >= 1 && hand <= largest), numbers("bid").slice(0, most)];
}
