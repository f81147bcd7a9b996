// What a phone keeps of the site for the time without a network. Browsers let it be over HTTPS and on localhost alone;
// elsewhere nothing is offered. In the pocket the whole site is kept, by a worker of its own.
import { inPocket } from "./pocket.js";

export async function install() {
  if (inPocket || !isSecureContext || !navigator.serviceWorker) return;
  const { root } = document.body.dataset;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = `${root}manifest.webmanifest?language=${document.documentElement.lang}`;
  document.head.append(manifest);
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  try {
    await navigator.serviceWorker.register(`${root}worker.js`, { scope: root });
  } catch {
    // The browser does not let it, in a private window for one: then the site needs its network.
  }
}

// The page that a saved entry brought is the last that was seen, though no address was gone to.
export function keepSeen(text) {
  if (!inPocket) navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, text });
}
