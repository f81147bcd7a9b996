// The service worker of the pocket: loads the whole site once and then answers without a network. A tab shows the
// shell; the pages in its frame, and their requests, are answered by the engine, which runs in a worker of the shell
// that leads. The build writes BUILD in and appends the other files of this folder and share-target.js, because not every browser supports
// modules in service workers. See docs/decisions.md#025.

const BUILD = /*BUILD*/null;

const SCOPE = new URL(registration.scope).pathname;
// Files with a hash in their address, shared by versions.
const FILES = `${SCOPE} files`;
// Files with fixed addresses, one cache for each version.
const PAGES = `${SCOPE} pages `;
const OWN_PAGES = PAGES + BUILD.version;
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  wasm: "application/wasm",
  zip: "application/zip",
  svg: "image/svg+xml",
  png: "image/png",
};

const isPage = (path) => !/^(assets|parts)\//.test(path);
const addressOf = (path) => SCOPE + path;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && pathname.startsWith(SCOPE)) event.respondWith(answer(event, pathname));
});
addEventListener("message", (event) => {
  const { type } = event.data ?? {};
  if (type === "leading") {
    lead(event.source);
    event.waitUntil(loadMissing());
  } else if (type === "language") event.waitUntil(note("language", event.data.language));
  else if (type === "cancel") event.waitUntil(tellAll({ type }));
  else if (type === "claim") event.waitUntil(clients.claim());
  else if (type === "version?") event.ports[0].postMessage({ version: BUILD.version });
  else if (type === "shown?") event.waitUntil(shown().then(({ version }) => event.ports[0].postMessage({ version })));
  else if (type === "make-way") makeWay();
  else if (type === "skip-waiting") event.waitUntil(show().then(() => skipWaiting()));
  else if (type === "show") event.waitUntil(show().then(reloadAll));
});
