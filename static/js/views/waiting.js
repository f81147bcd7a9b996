// A page on which one phone waits for another: it is asked for again and again, and shown once `data-waits` differs, which
// says who asks, who has come and what was answered. Where the site leads elsewhere, the phone goes there.
import { ask, repeat } from "../sync/net.js";
import { readPage, showPage } from "../sync/page.js";

const PLACE = "[data-waits]";
// Milliseconds.
const PAUSE = 1000;
const RETRY_WAIT = 3000;

export function enhance(place) {
  const here = location.href.split("#")[0];
  const polls = repeat(async (signal) => {
    if (!place.isConnected) return undefined;
    const { ok, text, address } = await ask(here, { signal });
    if (signal.aborted || !place.isConnected) return undefined;
    if (!ok) return RETRY_WAIT;
    if (address !== here) return location.assign(address);
    const page = await readPage(text, { stays: true });
    const fresh = page?.querySelector(PLACE);
    if (!fresh) return RETRY_WAIT;
    if (fresh.dataset.waits === place.dataset.waits) return PAUSE;
    return showPage(page, { stays: true });
  });
  polls.rest(PAUSE);
}
