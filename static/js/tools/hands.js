// The tool for poker hands: what a tap makes of them the site says, or the pocket, and its page is shown in the place of this
// one. Without either the page says so, and asks again.
import { make } from "../core/elements.js";
import { ask, repeat } from "../sync/net.js";
import { readPage, stayAt } from "../sync/page.js";
import { showPart } from "../views/compare.js";

const PARTS = "[data-script]:has([data-verdict])";
const RETRY_WAIT = 1000;

export function enhance(page) {
  // The phone keeps the page as it is before the first tap, whatever its address asks for.
  const addresses = "kept" in document.documentElement.dataset && location.search ? [() => location.href] : [];
  const asking = repeat(async (signal) => {
    const address = addresses[0]?.();
    const { text } = address ? await ask(address, { signal }) : {};
    const came = text === undefined ? null : await readPage(text, { stays: true });
    if (signal.aborted || !addresses.length) return undefined;
    if (address && !came) {
      const words = make("p", { textContent: document.body.dataset.sayUnkept });
      page.querySelector("[data-verdict]").replaceChildren(words);
      return RETRY_WAIT;
    }
    addresses.shift();
    if (came) show(came, address);
    return 0;
  });
  const show = (came, address) => {
    stayAt(address);
    showPart(came, PARTS);
    // A whole hand passes on to the next, and its cards are out of reach.
    if (document.activeElement === document.body) page.querySelector(".dealt [aria-current]").focus({ preventScroll: true });
  };
  page.addEventListener("click", (event) => {
    // A card of another hand may be within reach once the taps before it are answered.
    const link = event.target.closest("a[id], .elsewhere[id]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Where it leads to is known when the taps before it are answered.
    addresses.push(() => document.getElementById(link.id)?.href);
    asking.wake();
  });
  asking.wake();
}
