// The site itself: Python with the record, in a worker of the page that stays (shell.js), see docs/decisions/024.
// Requests are answered one after the other; an answer goes out when all that it says is in the browser's storage.
import { mount, opened, Refusal } from "./opfs.js";

const RECORD = "/record";
const CODE = "/site";
const FILES = [
  ...["takuroku.db", "takuroku.db-journal", "takuroku.db-wal"],
  // Cookies, and the key that signs them.
  ...["pocket.db", "pocket.db-journal"],
];
// Bytes without which nothing could be kept for long.
const ROOM = 8 * 1024 * 1024;

let files = new Map();
let python;
let site;
let wait = [];
let failure;

self.addEventListener("message", ({ data, ports }) => {
  if (data.type === "start") start(data).catch(failed);
  else if (data.type === "ask") ask(data.request, ports[0]);
  else if (data.type === "at-rest?") self.postMessage({ type: "at-rest", value: site ? site.is_at_rest() : true });
  else if (data.type === "stop") stop();
});

async function start({ scope, build }) {
  const at = (part) => new URL(part, scope).href;
  if (typeof WebAssembly !== "object") throw new Refusal("unsupported", "no WebAssembly");
  stage("record");
  // Before anything large: who cannot keep a record is told at once, and that two engines never meet is seen here.
  await expectRoom();
  files = await opened(`takuroku ${encodeURIComponent(new URL(scope).pathname)}`, FILES);
  const libraries = fetched(at(build.parts.libraries));
  const app = fetched(at(build.parts.app));
  stage("runtime");
  const runtime = at(build.parts.runtime);
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  python = await loadPyodide({ indexURL: runtime, env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" } });
  stage("libraries");
  python.unpackArchive(await libraries, "zip", { extractDir: CODE });
  stage("app");
  python.unpackArchive(await app, "zip", { extractDir: CODE });
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(CODE)})`);
  mount(python.FS, RECORD, files);
  stage("record");
  const [begun, reason, detail] = python.pyimport("pocket.inside.site").begin(scope, RECORD).toJs({ depth: 1 });
  if (!begun) throw new Refusal(reason, detail);
  site = begun;
  for (const [request, port] of wait.splice(0)) answer(request, port);
  self.postMessage({ type: "ready" });
}

async function expectRoom() {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < ROOM) throw new Refusal("storage-full", `${quota - usage} bytes are left`);
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Refusal("broken", `${response.status} ${address}`);
  return response.arrayBuffer();
}

function ask(request, port) {
  if (site) answer(request, port);
  else if (failure) refuse(port);
  else wait.push([request, port]);
}

function answer({ method, url, headers, body, referrer, languages }, port) {
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    const agent = navigator.userAgent;
    const bytes = body ? new Uint8Array(body) : undefined;
    const asked = python.toPy({ method, url, headers, body: bytes, referrer, languages, zone, agent });
    const made = site.answer(asked);
    const [status, said, told] = made.toJs();
    made.destroy();
    asked.destroy();
    port.postMessage({ status, headers: said, body: told.buffer }, [told.buffer]);
  } catch (error) {
    // Python answers for what goes wrong in the site; here it is Python that went wrong.
    refuse(port);
    failed(error);
  }
}

function refuse(port) {
  const headers = [["Content-Type", "text/plain; charset=utf-8"]];
  port.postMessage({ status: 503, headers, body: new TextEncoder().encode("The site does not run.").buffer });
}

function failed(error) {
  site = undefined;
  failure = error instanceof Refusal ? error : new Refusal("broken", String(error));
  console.error(failure.reason, error);
  close();
  for (const [, port] of wait.splice(0)) refuse(port);
  self.postMessage({ type: "failed", reason: failure.reason, detail: failure.message });
}

function stop() {
  failure = new Refusal("broken", "stopped");
  site?.close();
  site = undefined;
  close();
  self.postMessage({ type: "stopped" });
}

function close() {
  for (const file of files.values()) file.close();
  files = new Map();
}

function stage(stage) {
  self.postMessage({ type: "stage", stage });
}
