// The frame that shows the pages. The tab's address, title, language and colours follow it, so that reload, bookmarks
// and the back button work for the page.
import { save } from "./download.js";
import { speak } from "./words.js";

const frame = document.querySelector("#page");
const scope = new URL(document.baseURI);
const KEPT = `shell ${scope.pathname}`;
const isOurs = ({ origin, pathname }) => origin === scope.origin && pathname.startsWith(scope.pathname);

let watched = null;
let isShut = false;

// Shows an address; calls `came` for each loaded page, `lost` if the browser shows an error page of its own.
export function open(address, came, lost) {
  const look = () => {
    if (isShut) return;
    const inner = reached();
    if (!inner) return inner === null && lost();
    watch(inner);
    mirror();
    show(inner);
    came();
  };
  frame.addEventListener("load", look);
  // At the first load the frame may be empty or have an address that redirects. Replaced, so that the back button skips
  // it.
  if (frame.src !== address) frame.contentWindow.location.replace(address);
  else if (page()?.readyState === "complete") look();
  for (const event of ["popstate", "hashchange"]) addEventListener(event, () => setTimeout(mirror));
}

export const goTo = (address) => frame.contentWindow.location.assign(address);
export const page = () => reached()?.document;

// The window in the frame, if it shows a page of this host; null if it is cross-origin.
function reached() {
  try {
    const inner = frame.contentWindow;
    return inner.location.href === "about:blank" ? undefined : inner;
  } catch {
    return null;
  }
}

function watch(inner) {
  if (watched === inner.document) return;
  watched = inner.document;
  // The site's script changes address and title without a load.
  for (const name of ["pushState", "replaceState"]) {
    const own = inner.history[name];
    inner.history[name] = function change(...given) {
      own.apply(this, given);
      mirror();
    };
  }
  for (const event of ["popstate", "hashchange"]) inner.addEventListener(event, mirror);
  new inner.MutationObserver(mirror).observe(watched.head, { childList: true, characterData: true, subtree: true });
  watched.addEventListener("click", leave, { capture: true });
}

function mirror() {
  const inner = reached();
  if (!inner || isShut) return;
  const { href } = inner.location;
  // The page leads to another site on this host: show that in the tab.
  if (!isOurs(inner.location)) return location.assign(href);
  if (location.href !== href) history.replaceState(history.state, "", href);
  const { title, documentElement, head } = inner.document;
  if (title) document.title = frame.title = title;
  speak(documentElement.lang);
  // A sheet needs the whole screen of a small phone.
  document.documentElement.toggleAttribute("data-at-table", Boolean(inner.document.querySelector("main[data-sheet]")));
  colours(documentElement.dataset.theme, head.querySelectorAll("meta[name=theme-color]"));
}

function colours(theme, metas) {
  const own = document.documentElement;
  if (metas.length) {
    for (const meta of document.head.querySelectorAll("meta[name=theme-color]")) meta.remove();
    document.head.append(...[...metas].map((meta) => document.importNode(meta)));
  }
  if (theme) own.dataset.theme = theme;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ language: own.lang, theme: own.dataset.theme }));
  } catch {
    // The next start then uses the system's theme.
  }
}

// Opens links to other sites outside of the frame, which could not show them, and keeps the engine running.
function leave(event) {
  const link = event.target.closest?.("a[href]");
  if (link?.hasAttribute("download") && isOurs(link)) {
    event.preventDefault();
    return save(link);
  }
  if (!link || link.target || isOurs(link) || !/^https?:$/.test(link.protocol)) return;
  link.target = link.origin === scope.origin ? "_top" : "_blank";
  link.rel = "noopener";
}

function show(inner) {
  if (!frame.inert) return;
  frame.inert = false;
  document.querySelector("#start").hidden = true;
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) inner.focus();
}

// Hides the frame until it is opened again, so that a later load doesn't cover the message.
export function shut() {
  isShut = true;
  frame.contentWindow.stop();
  frame.inert = true;
  document.querySelector("#start").hidden = false;
}

export function reopen(address) {
  isShut = false;
  frame.contentWindow.location.replace(address);
}
