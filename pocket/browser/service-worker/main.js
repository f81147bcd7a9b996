// Stands between the pages and the network: fetches the whole site once, and answers from then on without any network.
// What is shown at the top of a tab is the shell; the pages in its frame, and all they ask, come from the engine, which
// runs in the worker of one shell that leads. When the folder is built, BUILD is written in, and the other files of this
// folder are put behind it: not every browser takes a worker that imports. See docs/decisions/025.

const BUILD = /*BUILD*/null;

const SCOPE = new URL(registration.scope).pathname;
// Files whose address changes with their content: versions share them.
const FILES = `${SCOPE} files`;
// What keeps its address, for each version its own.
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
  if (type === "leading") lead(event.source);
  else if (type === "language") event.waitUntil(note("language", event.data.language));
  else if (type === "cancel") event.waitUntil(tellAll({ type }));
  else if (type === "claim") event.waitUntil(clients.claim());
  else if (type === "version?") event.ports[0].postMessage({ version: BUILD.version });
  else if (type === "shown?") event.waitUntil(shown().then(({ version }) => event.ports[0].postMessage({ version })));
  else if (type === "skip-waiting") event.waitUntil(show().then(() => skipWaiting()));
  else if (type === "show") event.waitUntil(show().then(reloadAll));
});
