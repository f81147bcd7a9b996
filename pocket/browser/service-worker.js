// Stands between the pages and the network: fetches the whole site once, and answers from then on without any network.
// What is shown at the top of a tab is the shell; the pages in its frame, and all they ask, come from the engine, which
// runs in the worker of one shell that leads. BUILD is written in when the folder is built. See docs/decisions/025.

const BUILD = /*BUILD*/null;

const SCOPE = new URL(registration.scope).pathname;
// Files whose address changes with their content: versions share them.
const FILES = `${SCOPE} files`;
// What keeps its address, for each version its own.
const PAGES = `${SCOPE} pages `;
const OWN_PAGES = PAGES + BUILD.version;
// Which version is shown: another one only after a tap, even where the browser has changed the worker by itself.
const SHOWN = `${SCOPE} shown`;
// Shells of before know the messages of this number; where it changes, the old shell goes with its worker.
const LANGUAGE = 1;
const ALWAYS = ["index.html", "manifest.webmanifest"];
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
const AT_ONCE = 4;
const TELL_EVERY = 200;
// Milliseconds without anybody who leads, after which words are better than to wait.
const PATIENCE = 20000;
// A shell that is awake hears at once.
const HEARING = 5000;
const LOOK = 300;
const RETRY_AFTER = 3;
const WITHOUT_BODY = [204, 205, 304];

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && pathname.startsWith(SCOPE)) event.respondWith(answer(event, pathname));
});
addEventListener("message", (event) => {
  const { type } = event.data ?? {};
  if (type === "leading") lead(event.source);
  else if (type === "claim") event.waitUntil(clients.claim());
  else if (type === "version?") event.ports[0].postMessage({ version: BUILD.version });
  else if (type === "shown?") event.waitUntil(shown().then(({ version }) => event.ports[0].postMessage({ version })));
  else if (type === "skip-waiting") event.waitUntil(show().then(() => skipWaiting()));
  else if (type === "show") event.waitUntil(show().then(reloadAll));
});

// --- what comes into the phone --------------------------------------------------

class Refusal extends Error {
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

const isPage = (path) => !/^(assets|parts)\//.test(path);
const addressOf = (path) => SCOPE + path;

// What is here already is not fetched again: a load that was broken off goes on where it was, an update brings only what
// is new. Nothing goes before the next version has all it needs.
async function install() {
  const progress = new Progress();
  try {
    const [files, pages] = await Promise.all([caches.open(FILES), caches.open(OWN_PAGES)]);
    const here = await digests(files);
    const missing = [];
    for (const [path, file] of Object.entries(BUILD.files)) {
      if (isPage(path)) continue;
      const same = here.get(file.sha256);
      if (!same) missing.push([path, file]);
      else if (same !== addressOf(path)) await files.put(addressOf(path), await files.match(same));
    }
    progress.expect(missing);
    await several(missing, async ([path, file]) => keep(files, path, await fetched(path, file, progress), file.sha256));
    const own = new Set([...ALWAYS, ...Object.keys(BUILD.files).filter(isPage)]);
    await Promise.all([...own].map(async (path) => keep(pages, path, await page(path))));
    await pages.put(addressOf("build.json"), new Response(JSON.stringify({ ...BUILD, language: LANGUAGE })));
    progress.end();
  } catch (error) {
    const reason = error.reason ?? (error.name === "QuotaExceededError" ? "storage-full" : "broken");
    await tellAll({ type: "install-failed", reason, detail: String(error.message ?? error) });
    throw error;
  }
}

async function digests(files) {
  const here = new Map();
  for (const request of await files.keys()) {
    const digest = (await files.match(request))?.headers.get("X-Sha256");
    if (digest) here.set(digest, new URL(request.url).pathname);
  }
  return here;
}

async function several(all, act) {
  const left = [...all];
  const one = async () => {
    while (left.length) await act(left.shift());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

// The second time past what the browser kept by itself, which may be what is wrong.
async function fetched(path, file, progress) {
  let wrong;
  for (const cache of ["default", "reload"]) {
    const response = await got(path, { cache });
    const bytes = await read(response, (count) => progress.came(path, count / file.bytes, response));
    if ((await sha256(bytes)) === file.sha256) return bytes;
    wrong = new Refusal("not-whole", `${path} is not what it should be.`);
  }
  throw wrong;
}

// A page of another version, out of somebody's cache, would ask for files that are not there.
async function page(path) {
  const expected = BUILD.files[path]?.sha256;
  const bytes = new Uint8Array(await (await got(path, { cache: "no-cache" })).arrayBuffer());
  const right = expected
    ? (await sha256(bytes)) === expected
    : path !== "index.html" || new TextDecoder().decode(bytes).includes(BUILD.version);
  if (!right) throw new Refusal("not-whole", `${path} is not of version ${BUILD.version}.`);
  return bytes;
}

async function got(path, how) {
  let response;
  try {
    response = await fetch(addressOf(path), how);
  } catch (error) {
    throw new Refusal("no-network", `${path}: ${error.message}`);
  }
  if (!response.ok) throw new Refusal("not-whole", `${path}: ${response.status}`);
  return response;
}

async function read(response, tell) {
  const parts = [];
  const reader = response.body.getReader();
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      parts.push(value);
      tell((count += value.length));
    }
  } catch (error) {
    throw new Refusal("no-network", error.message);
  }
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The type is given here: not every host knows those of this folder, and browsers insist on them.
const keep = (cache, path, bytes, digest = "") =>
  cache.put(
    addressOf(path),
    new Response(bytes, {
      headers: {
        "Content-Type": TYPES[path.split(".").at(-1)] ?? "application/octet-stream",
        "X-Content-Type-Options": "nosniff",
        ...(digest && { "X-Sha256": digest }),
      },
    }),
  );

// Counted as it comes over the network: packed, where the host packs.
class Progress {
  constructor() {
    this.files = new Map();
    this.told = 0;
    this.packed = true;
  }

  expect(missing) {
    for (const [path, { bytes, brotli }] of missing) this.files.set(path, { bytes, brotli, part: 0 });
    this.tell();
  }

  came(path, part, response) {
    const file = this.files.get(path);
    if (file.brotli < file.bytes) this.packed = /br|gzip|zstd/.test(response.headers.get("Content-Encoding"));
    file.part = part;
    if (Date.now() - this.told > TELL_EVERY) this.tell();
  }

  end() {
    for (const file of this.files.values()) file.part = 1;
    this.tell();
  }

  tell() {
    this.told = Date.now();
    const weights = [...this.files.values()].map(({ bytes, brotli, part }) => [this.packed ? brotli : bytes, part]);
    const of = weights.reduce((sum, [weight]) => sum + weight, 0);
    const done = weights.reduce((sum, [weight, part]) => sum + weight * part, 0);
    tellAll({ type: "progress", done: Math.round(done), of });
  }
}

// --- which version is shown -----------------------------------------------------

async function show() {
  await (await caches.open(SHOWN)).put(addressOf("version"), new Response(BUILD.version));
}

// The version that was shown last, as long as this worker can speak with it.
async function shown() {
  const version = await (await caches.match(addressOf("version"), { cacheName: SHOWN }))?.text();
  if (!version || version === BUILD.version) return BUILD;
  const build = await (await caches.match(addressOf("build.json"), { cacheName: PAGES + version }))?.json();
  return build?.language === LANGUAGE ? build : BUILD;
}

async function activate() {
  const build = await shown();
  if (build === BUILD) await show();
  await dropOld([build, BUILD]);
  await clients.claim();
}

async function dropOld(builds) {
  // A version that is on its way has its files here already; what is old goes when it is there.
  if (registration.installing || registration.waiting) return;
  const kept = new Set(builds.map(({ version }) => PAGES + version));
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGES) && !kept.has(name));
  await Promise.all(names.map((name) => caches.delete(name)));
  const files = await caches.open(FILES);
  const wanted = new Set(builds.flatMap(({ files: each }) => Object.keys(each).map(addressOf)));
  const old = (await files.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => files.delete(request)));
}

async function reloadAll() {
  await dropOld([BUILD]);
  await tellAll({ type: "reload" });
}

// --- who is there ---------------------------------------------------------------

async function shells() {
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url, frameType }) => url.startsWith(registration.scope) && frameType !== "nested");
}

async function tellAll(message) {
  for (const shell of await shells()) shell.postMessage(message);
}

const pause = (time) => new Promise((over) => setTimeout(over, time));

let leader = null;
let found = () => {};

function lead(client) {
  leader = client.id;
  found();
}

// The shell that leads, as soon as one does; nobody after a while.
async function leading() {
  const late = Date.now() + PATIENCE;
  for (;;) {
    const known = leader && (await clients.get(leader));
    if (known) return known;
    leader = null;
    if (Date.now() > late) return null;
    for (const shell of await shells()) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => lead(shell);
      shell.postMessage({ type: "who-leads" }, [port2]);
    }
    await Promise.race([new Promise((wake) => (found = wake)), pause(LOOK)]);
  }
}

// --- answers --------------------------------------------------------------------

async function answer(event, pathname) {
  const { request } = event;
  if (isTop(request)) return shell(request.url);
  const path = pathname.slice(SCOPE.length);
  if (path === "index.html") return Response.redirect(addressOf(""));
  return (await file(path, request)) ?? asked(request);
}

const attribute = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

// A navigation that is not one of the frame.
const isTop = ({ mode, destination }) => mode === "navigate" && !["iframe", "frame"].includes(destination);

// At every depth of addresses the shell finds its files. Its frame has its page from the start: only so do browsers know
// it again in their history.
async function shell(url) {
  const cacheName = PAGES + (await shown()).version;
  const kept = await caches.match(addressOf("index.html"), { cacheName });
  // The browser may have made room meanwhile.
  if (!kept) return fetch(addressOf(""));
  // By functions, since signs of an address would mean something in a text that replaces.
  const text = (await kept.text())
    .replace('<base href="./">', () => `<base href="${attribute(SCOPE)}">`)
    .replace('<iframe id="page"', () => `<iframe id="page" src="${attribute(url)}"`);
  return new Response(text, { headers: { "Content-Type": TYPES.html } });
}

async function file(path, { method }) {
  const { version, files } = await shown();
  const kept = await caches.match(addressOf(path), { cacheName: isPage(path) ? PAGES + version : FILES });
  if (kept) return method === "HEAD" ? new Response(null, kept) : kept;
  return path in files ? fetch(addressOf(path)) : null;
}

async function asked(original) {
  const request = await plain(original);
  for (;;) {
    const client = await leading();
    if (!client) return inWords("nobody", request);
    const came = await ask(client, request);
    if (came.status) return answerOf(came, request);
    // Whether it was done nobody knows: only what is harmless twice is asked again.
    if (came.begun && !isHarmless(request)) return inWords("unsure", request);
  }
}

async function plain(request) {
  const { method, url, referrer } = request;
  return {
    method,
    url: url.split("#")[0],
    headers: [...request.headers],
    body: ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer(),
    referrer,
  };
}

// What the engine answers, or that it must be asked again of whoever leads then, and whether it had begun with it.
function ask(client, request) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let begun = false;
    const end = (came) => {
      clearInterval(watch);
      clearTimeout(deaf);
      port1.close();
      if (!came.status && leader === client.id) leader = null;
      resolve(came);
    };
    const watch = setInterval(async () => (await clients.get(client.id)) ?? end({ begun }), LOOK);
    // A tab that the phone has put to sleep; should it wake later, it leaves this be.
    const until = Date.now() + HEARING;
    const deaf = setTimeout(() => {
      tellAll({ type: "deaf" });
      end({ begun });
    }, HEARING);
    port1.onmessage = ({ data }) => {
      if (data.type === "heard") clearTimeout(deaf);
      else if (data.type === "begun") begun = true;
      else if (data.type === "again") end({ begun });
      else end(data);
    };
    client.postMessage({ type: "ask", request, until }, [port2]);
  });
}

// Entries carry a key by which the record knows them again.
function isHarmless({ method, headers, body }) {
  if (["GET", "HEAD", "PUT", "DELETE"].includes(method)) return true;
  if (headers.some(([name]) => name.toLowerCase() === "idempotency-key")) return true;
  return /(^|[&?])key=[^&]|name="key"/.test(new TextDecoder("latin1").decode(body));
}

function answerOf({ status, headers, body }, { method, url }) {
  const given = new Headers();
  for (const [name, value] of headers) {
    // An answer made here has no address of its own, by which another one could be meant.
    given.append(name, name.toLowerCase() === "location" ? new URL(value, url).href : value);
  }
  const empty = method === "HEAD" || WITHOUT_BODY.includes(status);
  return new Response(empty ? null : body, { status, headers: given });
}

async function inWords(why, { method, referrer, url }) {
  const { parts } = await shown();
  const words = await (await caches.match(addressOf(`${parts.shell}words.json`))).json();
  const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in words) ?? "en";
  const say = (name) => words[language][name];
  const asksAgain = method === "GET" && why === "nobody";
  const back = asksAgain ? url : referrer.startsWith(registration.scope) ? referrer : addressOf("");
  const text = `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${asksAgain ? `<meta http-equiv="refresh" content="${RETRY_AFTER}">` : ""}
    <title>${say(`${why}.title`)}</title>
    <link rel="stylesheet" href="${addressOf(parts.shell)}shell.css">
  </head>
  <body>
    <main class="words">
      <h1>${say(`${why}.title`)}</h1>
      <p data-sending="${say(`${why}.title`)}">${say(asksAgain ? "nobody.text" : `${why}.unsaved`)}</p>
      <a class="button main" href="${attribute(back)}">${say(asksAgain ? "again" : "back")}</a>
    </main>
  </body>
</html>
`;
  return new Response(method === "HEAD" ? null : text, {
    status: 503,
    headers: { "Content-Type": TYPES.html, "Retry-After": String(RETRY_AFTER), "X-Takuroku": "1", "Cache-Control": "no-store" },
  });
}
