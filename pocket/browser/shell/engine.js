// Starts the engine in the tab that leads. A Web Lock makes one tab the leader, and the next one when it closes;
// requests wait in the service worker meanwhile.

const STABLE_AFTER = 60000;
// The reason of a start that leaves a record alone which this version would change.
export const PENDING = "pending-migrations";

export class Engine {
  // `told` is called with begins, stages, ready, left and failed.
  constructor(name, told) {
    this.name = name;
    this.told = told;
    this.state = "waiting";
    this.queue = [];
    this.pending = new Set();
    // Resolvers waiting for messages of the engine, by type.
    this.said = new Map();
    navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
      if (data?.type === "who-leads" && this.leads) ports[0].postMessage({ type: "leading" });
      if (data?.type === "ask") this.hear(data, ports[0]);
      if (data?.type === "cancel") cancelCalls();
    });
    navigator.serviceWorker.startMessages();
  }

  get leads() {
    return this.state === "starting" || this.state === "ready";
  }

  // Starts once no other tab leads, if `mayStart` agrees then. If it fails, the next tab may try.
  lead(start, mayStart) {
    this.message = start;
    return navigator.locks.request(this.name, () => {
      if (!mayStart()) {
        this.state = "ended";
        return undefined;
      }
      return new Promise((leave) => {
        this.leave = leave;
        this.begin();
      });
    });
  }

  begin() {
    this.state = "starting";
    this.told({ type: "begins" });
    this.begun = performance.now();
    navigator.serviceWorker.controller?.postMessage({ type: "leading" });
    this.worker = new Worker(new URL("../engine/engine.js", import.meta.url), { type: "module", name: "engine" });
    this.worker.addEventListener("error", (event) => this.fail("broken", event.message));
    this.worker.addEventListener("message", ({ data }) => {
      if (data.type === "ready") {
        this.state = "ready";
        for (const [request, port] of this.queue.splice(0)) this.pass(request, port);
        this.told(data);
      } else if (data.type === "failed") this.fail(data.reason, data.detail);
      else if (data.type === "stage") this.told(data);
      else this.answered(data);
    });
    this.worker.postMessage(this.message);
  }

  fail(reason, detail) {
    if (!this.leads) return;
    const worked = this.state === "ready" && performance.now() - this.begun > STABLE_AFTER;
    this.end();
    // After a long time without errors, restart once.
    if (worked && reason === "broken") return this.begin();
    this.told({ type: "failed", reason, detail });
    // While somebody is asked, no other tab may ask or start.
    if (reason === PENDING) this.state = "asking";
    else this.leave();
  }

  // Starts again, once somebody has agreed to it.
  migrate() {
    this.message.mayMigrate = true;
    this.begin();
  }

  hear({ request, until }, port) {
    // This tab was asleep, and the asker has given up: don't do it now.
    if (Date.now() > until) return;
    if (!this.leads) return port.postMessage({ type: "again" });
    port.postMessage({ type: "heard" });
    if (this.state === "ready") this.pass(request, port);
    else this.queue.push([request, port]);
  }

  // While a call to another site is made, other requests are answered.
  async pass(request, port) {
    port.postMessage({ type: "begun" });
    this.pending.add(port);
    const asked = { ...request, languages: [...navigator.languages], carried: [] };
    // If the engine has ended meanwhile, the asker has been told.
    while (this.pending.has(port)) {
      const said = await this.asks(asked);
      if (said.call) asked.carried.push(await call(said.call));
      else if (this.pending.delete(port)) {
        port.postMessage(said, said.body ? [said.body] : []);
        if (said.type === "broke") this.fail("broken", said.detail);
      }
    }
  }

  asks(request) {
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage({ type: "ask", request }, [port2]);
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => {
        port1.close();
        resolve(data);
      };
    });
  }

  // Whether nobody is playing just now.
  async isAtRest() {
    return this.state === "ready" ? ((await this.says({ type: "at-rest?" }, "at-rest")).value ?? true) : true;
  }

  // Finishes the current request and closes the record.
  async stop() {
    this.told({ type: "left" });
    if (this.state === "ready") await this.says({ type: "stop" }, "stopped");
    this.end();
  }

  // The page is leaving, perhaps into the back/forward cache: release the files for the next tab.
  letGo() {
    if (this.leads) this.stop();
    this.leave?.();
  }

  says(message, type) {
    return new Promise((resolve) => {
      this.said.set(type, [...(this.said.get(type) ?? []), resolve]);
      this.worker.postMessage(message);
    });
  }

  answered(data) {
    for (const resolve of this.said.get(data.type) ?? []) resolve(data);
    this.said.delete(data.type);
  }

  end() {
    if (this.state === "ended") return;
    this.state = "ended";
    this.worker.terminate();
    for (const port of [...this.pending, ...this.queue.map(([, each]) => each)]) port.postMessage({ type: "again" });
    this.pending.clear();
    this.queue = [];
    for (const type of [...this.said.keys()]) this.answered({ type });
  }
}

// --- calls to another site for the engine, which can't wait for an answer ---------------------------

const underWay = new Set();

// Resolves to how the call ended, the address, status and body. It times out after this many seconds without progress in
// either direction, which only XMLHttpRequest reports.
function call({ method, url, headers, body, seconds }) {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let late;
    const end = (how) => {
      clearTimeout(late);
      underWay.delete(cancel);
      resolve([how, url, request.status, new Uint8Array(request.response ?? 0)]);
    };
    const giveUp = (how) => {
      request.onabort = () => end(how);
      request.abort();
    };
    const cancel = () => giveUp("cancelled");
    const goesOn = () => {
      clearTimeout(late);
      late = setTimeout(giveUp, seconds * 1000, "unreachable");
    };
    underWay.add(cancel);
    request.open(method, url);
    request.responseType = "arraybuffer";
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.onload = () => end("answered");
    request.onerror = () => end("unreachable");
    request.onprogress = request.upload.onprogress = goesOn;
    goesOn();
    request.send(body);
  });
}

function cancelCalls() {
  for (const cancel of [...underWay]) cancel();
}
