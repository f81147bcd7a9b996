// Tracks which version is shown, and deletes files of old ones.

// Notes that outlive this worker: the language, and the version shown. The version changes only after a tap, even if
// the browser has replaced the worker by itself.
const SHOWN = `${SCOPE} shown`;
// The number of the messages between shell and worker; if it changes, an older shell is no longer shown.
const LANGUAGE = 1;
const FILL_AGAIN_AFTER = 5000;

const note = async (name, text) => (await caches.open(SHOWN)).put(addressOf(name), new Response(text));
const noted = async (name) => (await caches.match(addressOf(name), { cacheName: SHOWN }))?.text();

const show = () => note("version", BUILD.version);

// The version that was shown last, if this worker has the same messages; else its own.
async function shown() {
  const version = await noted("version");
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
  // A version that is being installed has files here already; clean up when it is active.
  if (registration.installing || registration.waiting) return;
  const kept = new Set(builds.map(({ version }) => PAGES + version));
  const names = (await caches.keys()).filter((name) => name.startsWith(PAGES) && !kept.has(name));
  await Promise.all(names.map((name) => caches.delete(name)));
  const files = await caches.open(FILES);
  const wanted = new Set(builds.flatMap(({ files: each }) => Object.keys(each).map(addressOf)));
  const old = (await files.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => files.delete(request)));
}

let filling = null;

// Loads again after the browser has cleared the caches but kept this worker; else the next offline start fails.
const fillAgain = () => (filling ??= fill().finally(() => (filling = null)));

// A load that fails is tried again at the next start; for want of a network, as long as a shell is open too.
async function fill() {
  do {
    try {
      await install();
      return await show();
    } catch (error) {
      // A full phone or a host that lacks a file would load the same megabytes every few seconds.
      if (error.reason !== "no-network") return;
      await pause(FILL_AGAIN_AFTER);
    }
  } while ((await shells()).length);
}

// What is written last is missing if a load has broken off.
const isWhole = async () => Boolean(await caches.match(addressOf("build.json"), { cacheName: OWN_PAGES }));

const loadMissing = async () => ((await isWhole()) ? loadDecoder() : fillAgain());

async function reloadAll() {
  await dropOld([BUILD]);
  await tellAll({ type: "reload" });
}
