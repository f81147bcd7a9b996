// What the check does beside its page: files, locks, and Python with the site, all in a folder of its own. The record is
// in another folder, which nothing here opens.
import { opened } from "../engine/opfs.js";
import { FILES, pythonFrom, Site } from "../engine/python.js";
import { deepest } from "./deep.js";
import { depth } from "./depth.js";
import { folderOfCheck } from "./folder.js";

const SIZE = 65536;

let files = new Map();
let site;

const acts = {
  // Writes a file, flushes and closes it, opens it again and compares; so many times. The longest time for one.
  async files({ scope, times }) {
    let longest = 0;
    for (let time = 0; time < times; time += 1) {
      const start = performance.now();
      const written = new Uint8Array(SIZE).fill(time + 1);
      await open(scope, ["check"]);
      files.get("check").write(written, { at: 0 });
      files.get("check").flush();
      close();
      await open(scope, ["check"]);
      const read = new Uint8Array(SIZE);
      const count = files.get("check").read(read, { at: 0 });
      close();
      if (count !== SIZE || read.some((byte) => byte !== time + 1)) throw new Error(`other bytes after ${time} times`);
      longest = Math.max(longest, performance.now() - start);
    }
    return Math.round(longest);
  },

  // Counts in a file that stays open, as the record does when its page is loaded anew.
  async count({ scope }) {
    const start = performance.now();
    await open(scope, ["count"]);
    const milliseconds = Math.round(performance.now() - start);
    const count = new Uint8Array(1);
    files.get("count").read(count, { at: 0 });
    count[0] += 1;
    files.get("count").write(count, { at: 0 });
    files.get("count").flush();
    return { count: count[0], milliseconds };
  },

  async hold({ scope }) {
    await open(scope, ["held"]);
  },

  // What a second one is told that wants the file and the lock.
  async rival({ scope, lock }) {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getDirectoryHandle(folderOfCheck(scope))).getFileHandle("held", { create: true });
    const refused = await file.createSyncAccessHandle().then((handle) => handle.close(), ({ name }) => name);
    const free = await navigator.locks.request(lock, { ifAvailable: true }, Boolean);
    return { refused, free };
  },

  depth: () => depth(),

  async python({ runtime }) {
    // Pyodide would write at length how it has ended, which is what is looked for.
    console.error = () => {};
    return deepest(await pythonFrom(runtime), (deep) => told({ deep }));
  },

  // Starts the site on a record of its own.
  async start({ scope, parts }) {
    await open(scope, FILES);
    const coming = [parts.libraries, parts.app].map(async (part) => (await fetch(part)).arrayBuffer());
    const start = performance.now();
    const steps = [];
    const note = (name) => steps.push([name, Math.round(performance.now() - start)]);
    const [libraries, app] = coming;
    site = await Site.begun({ runtime: parts.runtime, libraries, app, scope, files, told: note });
    note("ready");
    return { steps, milliseconds: Math.round(performance.now() - start) };
  },

  ask({ request }) {
    const start = performance.now();
    const answer = site.answer({ languages: ["en"], zone: "", agent: "", referrer: "", headers: [], ...request });
    return { ...answer, milliseconds: performance.now() - start };
  },

  // Closes the record of the site in Python, and opens it again there.
  again({ scope }) {
    site.again(scope);
  },

  bytes: () => site.bytes(),

  // Python goes on and draws the code; its record is over.
  close() {
    site.close();
    close();
  },

  code: ({ text }) => site.python.pyimport("pocket.runtime.check").code(text),
};

async function open(scope, names) {
  files = await opened(folderOfCheck(scope), names);
}

function close() {
  for (const file of files.values()) file.close();
  files = new Map();
}

const told = (news) => self.postMessage(news);

self.addEventListener("message", async ({ data: { act, number, ...given } }) => {
  try {
    told({ number, value: await acts[act](given) });
  } catch (error) {
    told({ number, error: `${error?.reason ?? error?.name ?? "Error"}: ${error?.message ?? error}` });
  }
});
