// The engine: a worker of the shell (shell/engine.js) that runs the site, see docs/decisions.md#024. It answers requests
// one at a time, each once all writes are in the browser's storage.
import { opened, Refusal } from "./opfs.js";
import { FILES, Site } from "./python.js";
import { folderOf } from "./record-files.js";

let files = new Map();
let site;
let failure;

self.addEventListener("message", ({ data, ports }) => {
  if (data.type === "start") start(data).catch(failed);
  else if (data.type === "ask") ask(data.request, ports[0]);
  else if (data.type === "at-rest?") self.postMessage({ type: "at-rest", value: site ? site.isAtRest() : true });
  else if (data.type === "stop") stop();
});

async function start({ scope, build, mayMigrate }) {
  const at = (part) => new URL(part, scope).href;
  // First, so that a browser without storage fails before anything large is loaded.
  files = await opened(folderOf(scope), FILES);
  const [runtime, libraries, app] = [build.parts.runtime, build.parts.libraries, build.parts.app].map(at);
  const parts = { runtime, libraries: fetched(libraries), app: fetched(app) };
  const told = (stage) => self.postMessage({ type: "stage", stage });
  const begun = await Site.begun({ ...parts, scope, files, mayMigrate, told });
  if (failure) return;
  site = begun;
  self.postMessage({ type: "ready" });
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Refusal("broken", `${response.status} ${address}`);
  return response.arrayBuffer();
}

function ask(request, port) {
  // After the end the shell tells askers that this engine has ended.
  if (!site) return;
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    const answer = site.answer({ ...request, zone, agent: navigator.userAgent });
    port.postMessage(answer, answer.body ? [answer.body] : []);
  } catch (error) {
    // The site answers its own errors; this one is outside of it.
    console.error(error);
    end(error);
    port.postMessage({ type: "broke", detail: String(error) });
  }
}

function failed(error) {
  end(error instanceof Refusal ? error : new Refusal("broken", String(error)));
  console.error(failure.reason, error);
  self.postMessage({ type: "failed", reason: failure.reason, detail: failure.message });
}

function stop() {
  try {
    site?.close();
  } finally {
    end(new Refusal("broken", "It was stopped."));
    self.postMessage({ type: "stopped" });
  }
}

function end(reason) {
  failure = reason;
  site = undefined;
  for (const file of files.values()) file.close();
  files = new Map();
}
