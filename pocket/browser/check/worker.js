// What the check tries beside its page: files, locks, and the site on a record of its own. All is in a folder of its
// own; the record is in another one, which nothing here opens.
import { opened } from "../engine/opfs.js";
import { FILES, Site } from "../engine/python.js";
import { folderOf } from "../engine/record-files.js";

const SIZE = 65536;
const TIMES = 20;
const folderOfCheck = (scope) => `${folderOf(scope)} check`;

async function withFiles(scope, names, act) {
  const files = await opened(folderOfCheck(scope), names);
  try {
    return await act(files);
  } finally {
    for (const file of files.values()) file.close();
  }
}

// The file that is open until this worker is ended.
let held;

const acts = {
  // Writes a file, flushes and closes it, opens it again and compares.
  async files({ scope }) {
    let longest = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      const start = performance.now();
      await withFiles(scope, ["check"], (files) => {
        files.get("check").write(new Uint8Array(SIZE).fill(time), { at: 0 });
        files.get("check").flush();
      });
      const read = new Uint8Array(SIZE);
      const count = await withFiles(scope, ["check"], (files) => files.get("check").read(read, { at: 0 }));
      if (count !== SIZE || read.some((byte) => byte !== time)) throw new Error(`other bytes after ${time} times`);
      longest = Math.max(longest, performance.now() - start);
    }
    return `${TIMES} times, ${Math.round(longest)} ms at the longest`;
  },

  async hold({ scope }) {
    held = await opened(folderOfCheck(scope), ["held"]);
  },

  // What a second one gets that wants the file and the lock.
  async rival({ scope, lock }) {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getDirectoryHandle(folderOfCheck(scope))).getFileHandle("held", { create: true });
    const refused = await file.createSyncAccessHandle().then((handle) => handle.close(), ({ name }) => name);
    const free = await navigator.locks.request(lock, { ifAvailable: true }, Boolean);
    return { refused, free };
  },

  // Starts the site, asks it for its first page, closes the record and opens it again.
  async start({ scope, parts }) {
    const [runtime, ...zips] = [parts.runtime, parts.libraries, parts.app].map((part) => new URL(part, scope).href);
    const [libraries, app] = zips.map(async (part) => (await fetch(part)).arrayBuffer());
    const start = performance.now();
    const steps = [];
    const told = (name) => steps.push(`${name} ${Math.round(performance.now() - start)}`);
    const memory = await withFiles(scope, FILES, async (files) => {
      const site = await Site.begun({ runtime, libraries, app, scope, files, told });
      for (const name of ["first page", "opened again"]) {
        const request = { method: "GET", url: scope, headers: [], referrer: "", languages: ["en"], zone: "", agent: "" };
        const { status } = site.answer(request);
        if (status !== 200) throw new Error(`${status} for the first page`);
        told(name);
        site.again(scope);
      }
      site.close();
      return Math.round(site.bytes() / 1e6);
    });
    return `${steps.join(", ")} ms; ${memory} MB`;
  },

  async forget({ scope }) {
    await (await navigator.storage.getDirectory()).removeEntry(folderOfCheck(scope), { recursive: true });
  },
};

self.addEventListener("message", async ({ data: { name, ...values } }) => {
  try {
    self.postMessage({ value: await acts[name](values) });
  } catch (error) {
    self.postMessage({ error: `${error?.reason ?? error?.name ?? "Error"}: ${error?.message ?? error}` });
  }
});
