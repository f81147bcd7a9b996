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
    const own = Object.entries(BUILD.files).filter(([path]) => isPage(path));
    const packing = await packingOfHost();
    progress.expect([...missing, ...own], packing);
    await several([...missing, ...own], async ([path, file]) => {
      const bytes = await fetched(path, file, packing, progress);
      await keep(isPage(path) ? pages : files, path, bytes, file.sha256);
    });
    await Promise.all(ALWAYS.map(async (path) => keep(pages, path, await page(path))));
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

// Every host can send the copy packed by gzip, which is a file like others. One that sends the smaller Brotli copies does so
// for a zip too, while nobody packs a zip on the way.
async function packingOfHost() {
  const { headers } = await got(BUILD.parts.app, { method: "HEAD" });
  return /\bbr\b/.test(headers.get("Content-Encoding")) ? "brotli" : "gzip";
}

// The second time as it is, and past what the browser kept by itself: either may be what is wrong.
async function fetched(path, file, packing, progress) {
  // The page of the shell has fetched its own files as they are: they are not fetched anew.
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

// Some hosts say of the copy that it is packed: then the browser has unpacked it already.
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new Refusal("not-whole", error.message);
  }
}

// A page of another version, out of somebody's cache, would ask for files that are not there.
async function page(path) {
  const bytes = new Uint8Array(await (await got(path, { cache: "no-cache" })).arrayBuffer());
  if (path === "index.html" && !new TextDecoder().decode(bytes).includes(BUILD.version)) {
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

// A worker takes no rules from the page that starts it; the engine asks nobody but this folder.
const RULES = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isScript = (path) => /\.m?js$/.test(path);

// The type is given here: not every host knows those of this folder, and browsers insist on them.
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

// Counted as it comes over the network: how many bytes each file has there is known before the first one comes.
class Progress {
  constructor() {
    this.files = new Map();
    this.told = 0;
  }

  expect(missing, packing) {
    for (const [path, file] of missing) this.files.set(path, { bytes: file[packing], part: 0 });
    this.tell();
  }

  came(path, part) {
    const file = this.files.get(path);
    // What is fetched a second time has been counted.
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
