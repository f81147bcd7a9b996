// Which version is shown, and what of the others is kept.

// Notes that outlive this worker. Which version is shown: another one only after a tap, even where the browser has
// changed the worker by itself; and in which language.
const SHOWN = `${SCOPE} shown`;
// Shells of before know the messages of this number; where it changes, the old shell goes with its worker.
const LANGUAGE = 1;

const note = async (name, text) => (await caches.open(SHOWN)).put(addressOf(name), new Response(text));
const noted = async (name) => (await caches.match(addressOf(name), { cacheName: SHOWN }))?.text();

const show = () => note("version", BUILD.version);

// The version that was shown last, as long as this worker can speak with it.
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

// The browser has emptied what it kept, while this worker stayed: without it the next start fails where there is no network.
async function fillAgain() {
  filling ??= install().then(show).catch(() => {}); // It is tried again at the next start.
  await filling;
  filling = null;
}

let filling = null;

async function reloadAll() {
  await dropOld([BUILD]);
  await tellAll({ type: "reload" });
}
