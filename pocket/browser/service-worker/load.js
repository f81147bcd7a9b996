// What comes into the phone: every file once, whole, and checked.

const ALWAYS = ["index.html", "manifest.webmanifest"];
const AT_ONCE = 4;
const TELL_EVERY = 200;

class Refusal extends Error {
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

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
