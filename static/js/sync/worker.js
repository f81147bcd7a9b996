// The service worker of the site (HTTPS and localhost only). The server writes SITE before it: the version of the
// files, the root, the files, the pages that need no record, and the headers of pages; share-target.js comes after it.
//
// Network first. Without a network it answers from the cache: pages that need no record as they are, home and sheets
// with the time when they were seen, which the page shows. It never sends entries.

const FILES = `${SITE.root} files ${SITE.version}`;
const PAGES = `${SITE.root} pages`;
const SEEN = `${SITE.root} seen`;
const MAX_SEEN_PAGES = 30;
// Milliseconds after which to show the cached page instead of waiting.
const NETWORK_TIMEOUT = 5000;
const NOT_FOR_THIS_PHONE = [401, 403, 404, 410];
const OFFLINE = `${SITE.root}offline`;
// The site to take along, with a worker of its own.
const POCKET = `${SITE.root}pocket/`;

// A sheet, and what its seats see for themselves.
const isSheet = (path) => path.startsWith(`${SITE.root}s/`) && /^[^/]+(\/seats(\/\d+)?)?$/.test(path.slice(SITE.root.length + 2));
const isSeen = (path) => path === SITE.root || isSheet(path);
const cacheOf = (path) => (isSeen(path) ? SEEN : SITE.pages.includes(path) ? PAGES : null);

addEventListener("install", (event) => {
  event.waitUntil(Promise.all([fillFiles(), fillPages()]).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOld(), seeWhatIsOpen().catch(() => {})]).then(() => clients.claim()));
});

addEventListener("message", (event) => {
  const { path, text } = event.data;
  if (isSeen(path)) event.waitUntil(put(path, text));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || pathname.startsWith(POCKET)) return;
  if (request.method === "POST") {
    if (pathname === `${SITE.root}shared`) event.respondWith(keepShared(request, SITE.root));
    // In another language or look these pages are others.
    if (pathname === `${SITE.root}settings`) event.respondWith(switched(event));
  } else if (request.method === "GET") {
    if (pathname.startsWith(`${SITE.root}assets/`)) event.respondWith(fileOf(request));
    else if (request.mode === "navigate") event.respondWith(pageOf(event, pathname));
  }
});

async function fillFiles() {
  const files = await caches.open(FILES);
  await files.addAll(SITE.files);
}

async function fillPages() {
  await Promise.all(SITE.pages.map(async (path) => remember(path, await ahead(path))));
}

// A page that nobody asked for yet; its answer sets no cookie, see web/identity/session_cookie.py.
const ahead = (path) => fetch(path, { cache: "no-cache", headers: { Purpose: "prefetch" } });

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${SITE.root} files `) && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// What was loaded before the worker was there went past it.
async function seeWhatIsOpen() {
  const open = await clients.matchAll({ includeUncontrolled: true });
  const paths = new Set([SITE.root, ...open.map(({ url }) => new URL(url).pathname).filter(isSeen)]);
  await Promise.all([...paths].map(async (path) => remember(path, await ahead(path))));
}

async function switched(event) {
  const answer = await fetch(event.request);
  event.waitUntil(fillPages().catch(() => {}));
  return answer;
}

// A file of an older page is there as it is today, as the site itself would give it.
async function fileOf(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch {
    const today = request.url.replace(/\/assets\/[^/]+\//, `/assets/${SITE.version}/`);
    return (await files.match(today)) ?? Response.error();
  }
}

async function pageOf(event, path) {
  const asked = fetch(event.request);
  const { search } = new URL(event.request.url);
  // A row that is open, cards that are tapped, are not what a page is remembered by.
  if (cacheOf(path) && !search) event.waitUntil(asked.then((answer) => remember(path, answer.clone())).catch(() => {}));
  const kept = await keptPage(path);
  try {
    const answer = await (kept ? Promise.race([asked, late()]) : asked);
    return answer ?? kept;
  } catch {
    return kept ?? (await caches.match(OFFLINE, { cacheName: PAGES })) ?? Response.error();
  }
}

const late = () => new Promise((over) => setTimeout(over, NETWORK_TIMEOUT));

async function remember(path, answer) {
  // Another site's page, as of a hotel or proxy, doesn't count.
  if (!answer.headers.has("X-Takuroku")) return;
  if (answer.status === 200) await put(path, await answer.text());
  else if (NOT_FOR_THIS_PHONE.includes(answer.status)) await (await caches.open(cacheOf(path))).delete(path);
}

async function put(path, text) {
  const cache = await caches.open(cacheOf(path));
  // The newest last. Of a game that is new here home has to tell.
  const known = await cache.delete(path);
  await cache.put(path, new Response(text, { headers: { ...SITE.headers, "X-Seen": new Date().toISOString() } }));
  if (!isSeen(path)) return;
  const names = await cache.keys();
  await Promise.all(names.slice(0, -MAX_SEEN_PAGES).map((name) => cache.delete(name)));
  if (!known && path !== SITE.root) await remember(SITE.root, await ahead(SITE.root));
}

async function keptPage(path) {
  const name = cacheOf(path);
  const kept = name && (await caches.match(path, { cacheName: name }));
  if (!kept) return undefined;
  const text = await kept.text();
  // What its address asks for besides is not in it.
  const mark = name === PAGES ? "data-kept" : `data-seen="${kept.headers.get("X-Seen")}"`;
  return new Response(text.replace("<html ", `<html ${mark} `), { headers: SITE.headers });
}
