// In the pocket the site runs in this browser; only its other windows write, and they announce it.
const { root } = document.body.dataset;

export const inPocket = "inPocket" in document.documentElement.dataset;

// A name in the phone's storage: a site that others share a host with may be in this browser's pocket, too.
export const nameOf = (name) => (inPocket ? `pocket ${root} ${name}` : name);

const windows = inPocket && "BroadcastChannel" in globalThis ? new BroadcastChannel(nameOf("windows")) : null;

// A page has come: it may have been sent to after something was saved.
export const tellWindows = () => windows?.postMessage("came");

export const onWindows = (act) => windows?.addEventListener("message", act);
