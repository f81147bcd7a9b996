// Registers the service worker, which browsers allow only over HTTPS and on localhost. The pocket has its own worker.
// It fetches pages that set a cookie, so not where somebody only looks at the game of a code.
import { inPocket } from "./pocket.js";

export async function install() {
  if (inPocket || !isSecureContext || !navigator.serviceWorker || document.querySelector("[data-code]")) return;
  const { root } = document.body.dataset;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = `${root}manifest.webmanifest?language=${document.documentElement.lang}`;
  document.head.append(manifest);
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded));
  try {
    await navigator.serviceWorker.register(`${root}worker.js`, { scope: root });
  } catch {
    // Not allowed, as in a private window: the site then needs the network.
  }
}

// The page that a saved entry brought is the last that was seen, though no address was gone to.
export function keepSeen(text) {
  if (!inPocket) navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, text });
}
