// Downloads the files of a version, checks their hashes and caches them.

const ALWAYS = ["index.html", "check.html", "manifest.webmanifest"];
const AT_ONCE = 4;
const TELL_EVERY = 200;

class Refusal extends Error {
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

// Old files stay until the new version is complete.
async function install() {
  try {
    await load(Object.keys(BUILD.files).filter((path) => !BUILD.decoder.includes(path)));
    const pages = await caches.open(OWN_PAGES);
    await Promise.all(ALWAYS.map(async (path) => keep(pages, path, await page(path))));
    await pages.put(addressOf("build.json"), new Response(JSON.stringify({ ...BUILD, language: LANGUAGE })));
    // The first load does without it.
    if (registration.active) await waitForDecoder();
  } catch (error) {
    const reason = error.reason ?? (error.name === "QuotaExceededError" ? "storage-full" : "broken");
    await tellAll({ type: "install-failed", reason, detail: String(error.message ?? error) });
    throw error;
  }
}

// Fetches only missing files: an interrupted load continues, an update loads what is new.
async function load(paths) {
  const [files, pages] = await Promise.all([caches.open(FILES), caches.open(OWN_PAGES)]);
  const here = await digests(files);
  const missing = [];
  for (const path of paths) {
    const same = here.get(BUILD.files[path].sha256);
    if (!same) missing.push(path);
    else if (same !== addressOf(path)) await files.put(addressOf(path), await files.match(same));
  }
  if (!missing.length) return;
  const packing = await packingOfHost();
  const progress = new Progress(missing, packing);
  await several(missing, async (path) => {
    const file = BUILD.files[path];
    const bytes = await fetched(path, file, packing, progress);
    await keep(isPage(path) ? pages : files, path, bytes, file.sha256);
  });
  progress.end();
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

// Every host can send the .gz copy, which is a plain file. A host that negotiates Brotli also does so for a zip, which
// nothing else would compress.
async function packingOfHost() {
  const { headers } = await got(BUILD.parts.app, { method: "HEAD" });
  return /\bbr\b/.test(headers.get("Content-Encoding")) ? "brotli" : "gzip";
}

// The second attempt takes the uncompressed file and bypasses the HTTP cache, as either may be the fault.
async function fetched(path, file, packing, progress) {
  // The shell's page has loaded its own files uncompressed, so they are in the HTTP cache.
  const copy = packing === "gzip" && file.gzip < file.bytes && !path.startsWith(BUILD.parts.shell);
  const tell = (count, of) => progress.came(path, count / of);
  try {
    const response = await got(copy ? `${path}.gz` : path, { cache: "default" });
    const bytes = await read(response, (count) => tell(count, copy ? file.gzip : file.bytes));
    return await checked(path, file, copy ? await unpacked(bytes) : bytes);
  } catch (error) {
    if (error.reason !== "not-whole") throw error;
  }
  const response = await got(path, { cache: "reload" });
  return checked(path, file, await read(response, (count) => tell(count, file.bytes)));
}

async function checked(path, file, bytes) {
  if ((await sha256(bytes)) === file.sha256) return bytes;
  throw new Refusal("not-whole", `${path} is not what it should be.`);
}

// Some hosts send the copy with Content-Encoding, and the browser has decompressed it already.
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new Refusal("not-whole", error.message);
  }
}

// A page of another version from some cache would ask for missing files.
async function page(path) {
  const bytes = new Uint8Array(await (await got(path, { cache: "no-cache" })).arrayBuffer());
  if (path.endsWith(".html") && !new TextDecoder().decode(bytes).includes(BUILD.version)) {
    throw new Refusal("not-whole", `${path} is not of version ${BUILD.version}.`);
  }
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

// A worker does not inherit the page's policy; the engine connects only to this folder.
const RULES = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isScript = (path) => /\.m?js$/.test(path);

// Sets the type, because browsers insist on it and not every host knows it.
const keep = (cache, path, bytes, digest = "") =>
  cache.put(
    addressOf(path),
    new Response(bytes, {
      headers: {
        "Content-Type": TYPES[path.split(".").at(-1)] ?? "application/octet-stream",
        "X-Content-Type-Options": "nosniff",
        ...(digest && { "X-Sha256": digest }),
        ...(isScript(path) && { "Content-Security-Policy": RULES }),
      },
    }),
  );

// Progress in bytes on the network; the sizes of all files are known before the first arrives.
class Progress {
  constructor(paths, packing) {
    this.files = new Map(paths.map((path) => [path, { bytes: BUILD.files[path][packing], part: 0 }]));
    this.tell();
  }

  came(path, part) {
    const file = this.files.get(path);
    // A second fetch doesn't count again.
    file.part = Math.max(file.part, Math.min(part, 1));
    if (Date.now() - this.told > TELL_EVERY) this.tell();
  }

  end() {
    for (const file of this.files.values()) file.part = 1;
    this.tell();
  }

  tell() {
    this.told = Date.now();
    let [done, of] = [0, 0];
    for (const { bytes, part } of this.files.values()) {
      done += bytes * part;
      of += bytes;
    }
    tellAll({ type: "progress", done: Math.round(done), of });
  }
}

// --- what reads QR codes: after the first start, since nobody needs it to start and save; see docs/decisions.md#052 -----

const WAIT_FOR_DECODER = 24 * 3600000;

// At each start, as an earlier load may have been interrupted.
async function loadDecoder() {
  const kept = await Promise.all(BUILD.decoder.map((path) => caches.match(addressOf(path), { cacheName: FILES })));
  if (!kept.every(Boolean)) await load(BUILD.decoder).catch(() => {}); // Tried again at the next start.
}

// For an update, so that a phone that scans without a network still does afterwards. If it can't be loaded for a day,
// the update is installed without it.
async function waitForDecoder() {
  try {
    await load(BUILD.decoder);
  } catch (error) {
    const [version, since] = (await noted("without-decoder"))?.split(" ") ?? [];
    if (version !== BUILD.version) await note("without-decoder", `${BUILD.version} ${Date.now()}`);
    else if (Date.now() - since > WAIT_FOR_DECODER) return;
    throw error;
  }
}
