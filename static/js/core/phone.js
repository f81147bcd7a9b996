// The phone that shows the page: whether the site runs in it (the pocket), what its other windows tell, what lies in its
// storage, which is loaded once the page is there.
const { root } = document.body.dataset;

export const inPocket = "inPocket" in document.documentElement.dataset;

// A name in the phone's storage: a site that others share a host with may be in this browser's pocket, too.
export const nameOf = (name) => (inPocket ? `pocket ${root} ${name}` : name);

// In the pocket only its other windows write, and they announce it.
const windows = inPocket && "BroadcastChannel" in globalThis ? new BroadcastChannel(nameOf("windows")) : null;

// A page has come: it may have been sent to after something was saved.
export const tellWindows = () => windows?.postMessage("came");

export const onWindows = (act) => windows?.addEventListener("message", act);

// Under such names lies what was entered and is not saved yet; what it is, `outbox.js` knows.
export const UNSENT = nameOf("unsent:");

// Storage can be forbidden or full: then nothing comes of it.
export function attempt(action) {
  try {
    return action();
  } catch {
    return null;
  }
}

let loaded = null;

// Once it is there nobody waits for it again: a page that is about to go has no time to.
export const storage = async () => (loaded ??= await import("../sync/storage.js"));

export async function hasUnsent() {
  try {
    return (await (await storage()).keptUnder(UNSENT)).length > 0;
  } catch {
    // There was no network just then.
    return false;
  }
}
