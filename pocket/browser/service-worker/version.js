// Which version is shown, and what of the others is kept.

// Which version is shown: another one only after a tap, even where the browser has changed the worker by itself.
const SHOWN = `${SCOPE} shown`;
// Shells of before know the messages of this number; where it changes, the old shell goes with its worker.
const LANGUAGE = 1;

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
