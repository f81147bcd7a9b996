// The frame that shows the pages. The tab's own address, title, language and colours follow it, so that reload, bookmarks
// and the way back are those of the page.
import { save } from "./download.js";
import { speak } from "./words.js";

const frame = document.querySelector("#page");
const scope = new URL(document.baseURI);
const KEPT = `shell ${scope.pathname}`;
const isOurs = ({ origin, pathname }) => origin === scope.origin && pathname.startsWith(scope.pathname);

let watched = null;
let isShut = false;

// Show the page of an address; `came` is called at each page that has come, `lost` where the browser shows one of its own.
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
  // At the first load nobody was there to fill the frame, or it has what only leads to the address. In the place of that
  // page, so that there is no way back to it.
  if (frame.src !== address) frame.contentWindow.location.replace(address);
  else if (page()?.readyState === "complete") look();
  for (const event of ["popstate", "hashchange"]) addEventListener(event, () => setTimeout(mirror));
}

export const goTo = (address) => frame.contentWindow.location.assign(address);
export const page = () => reached()?.document;

// The window in the frame, if it shows a page of this host; null where it shows what nobody may look into.
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
  // The site's own script changes address and title without a new page.
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
  // The site is left, to another one of this host: it is shown as itself.
  if (!isOurs(inner.location)) return location.assign(href);
  if (location.href !== href) history.replaceState(history.state, "", href);
  const { title, documentElement, head } = inner.document;
  if (title) document.title = frame.title = title;
  speak(documentElement.lang);
  // A sheet needs all the room of a small phone.
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
    // Then the next start looks as the system does.
  }
}

// Links that lead out of the site leave the frame alone: it could not show them, and the engine is to go on.
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

// Whatever comes into the frame later is not shown over what is said instead.
export function shut() {
  isShut = true;
  frame.contentWindow.stop();
  frame.inert = true;
  document.querySelector("#start").hidden = false;
}
