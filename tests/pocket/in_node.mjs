// Python with the site in Node, on files of a folder that stand for those of a browser's storage; a request a line.
// node in_node.mjs <runtime> <libraries.zip> <app.zip> <folder> <scope> <room> <may migrate>
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";

const [runtime, libraries, app, folder] = process.argv.slice(2, 6).map((each) => path.resolve(each));
const scope = process.argv[6];
const { FILES, Site } = await import("../../pocket/browser/engine/python.js");

// Whether Python can read lists in lists so deep.
const PARSES = `
import json
def parses(depth):
    try:
        json.loads("[" * depth + "]" * depth)
    except RecursionError:
        return False
    return True
parses
`;

// What happened to the files, in order: { name, write, at } | { name, truncate } | { name, flush }; and what was said.
const log = fs.openSync(path.join(folder, "log"), "a");
const note = (event) => fs.writeSync(log, `${JSON.stringify(event)}\n`);
let room = JSON.parse(process.argv[7]) ?? Infinity;
// Some browsers tell by a number that there is no room.
let asNumber = false;

class Handle {
  constructor(name) {
    this.name = name;
    this.file = fs.openSync(path.join(folder, name), fs.constants.O_RDWR | fs.constants.O_CREAT);
  }

  getSize() {
    return fs.fstatSync(this.file).size;
  }

  read(buffer, { at }) {
    return fs.readSync(this.file, buffer, 0, buffer.length, at);
  }

  write(buffer, { at }) {
    const more = at + buffer.length - this.getSize();
    if (more > room && asNumber) return 4294967288;
    if (more > room) throw new DOMException("No space available for this operation", "QuotaExceededError");
    room -= Math.max(0, more);
    note({ name: this.name, write: Buffer.from(buffer).toString("base64"), at });
    return fs.writeSync(this.file, buffer, 0, buffer.length, at);
  }

  truncate(size) {
    note({ name: this.name, truncate: size });
    fs.ftruncateSync(this.file, size);
  }

  flush() {
    note({ name: this.name, flush: true });
  }

  close() {
    fs.closeSync(this.file);
  }
}

const say = (told) => process.stdout.write(`${JSON.stringify(told)}\n`);
const files = new Map(FILES.map((name) => [name, new Handle(name)]));
const bytes = (file) => new Uint8Array(fs.readFileSync(file)).buffer;
const parts = { runtime: `${runtime}/`, libraries: bytes(libraries), app: bytes(app) };
const site = await Site.begun({ ...parts, scope, files, mayMigrate: JSON.parse(process.argv[8]) }).catch(({ reason, message }) => {
  say({ reason, detail: message });
  process.exit();
});
say({ reason: "" });
const { user, system } = process.cpuUsage();

const acts = {
  ask({ body, ...request }) {
    const said = site.answer({ ...request, body: body && Buffer.from(body, "base64") });
    note({ answered: said.status });
    return { ...said, body: Buffer.from(said.body).toString("base64") };
  },
  note: (text) => note({ said: text }),
  room: (bytes) => (room = bytes ?? Infinity),
  "as a number": (so) => (asNumber = so),
  rest: () => site.isAtRest(),
  run: (code) => site.python.runPython(code),
  bytes: () => site.bytes(),
  // Seconds of the processor until the site had begun.
  start: () => (user + system) / 1e6,
  // The deepest that went well; after it this Python may be no more.
  deep() {
    let deep = 0;
    try {
      const parses = site.python.runPython(PARSES);
      for (let next = 250; next <= 100000 && parses(next); next *= 2) deep = next;
    } catch {
      // Node has ended it.
    }
    return deep;
  },
  close: () => site.close(),
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [act, value] = JSON.parse(line);
  say(acts[act](value) ?? null);
}
