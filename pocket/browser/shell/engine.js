// Who leads has the engine. The browser gives the lock to one tab, and to the next when that one has gone; what comes
// meanwhile waits in the service worker.
import { call, cancelCalls } from "./calls.js";

const STABLE_AFTER = 60000;

export class Engine {
  // `told` hears of a stage, that it is ready, that it failed.
  constructor(name, told) {
    this.name = name;
    this.told = told;
    this.state = "waiting";
    this.queue = [];
    this.pending = new Set();
    // Who waits for what the engine says, by its type.
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

  // Start as soon as no other tab leads. Where it fails the next one may try.
  lead(start) {
    this.message = start;
    return navigator.locks.request(this.name, () => new Promise((leave) => {
      this.leave = leave;
      this.begin();
    }));
  }

  begin() {
    this.state = "starting";
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
    // What went wrong once after a long while goes right again with a new start.
    if (worked && reason === "broken") return this.begin();
    this.told({ type: "failed", reason, detail });
    this.leave();
  }

  hear({ request, until }, port) {
    // A tab that slept until the asker had given up must not do it behind their back.
    if (Date.now() > until) return;
    if (!this.leads) return port.postMessage({ type: "again" });
    port.postMessage({ type: "heard" });
    if (this.state === "ready") this.pass(request, port);
    else this.queue.push([request, port]);
  }

  // Where another site is to be asked first, others are answered meanwhile.
  async pass(request, port) {
    port.postMessage({ type: "begun" });
    this.pending.add(port);
    const asked = { ...request, languages: [...navigator.languages], carried: [] };
    // Where the engine has ended meanwhile, whoever asked knows it.
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

  // Whether no game is being played just now.
  async isAtRest() {
    return this.state === "ready" ? ((await this.says({ type: "at-rest?" }, "at-rest")).value ?? true) : true;
  }

  // Finish what is being done, and close the record.
  async stop() {
    if (this.state === "ready") await this.says({ type: "stop" }, "stopped");
    this.end();
  }

  // The page goes, perhaps into the browser's memory: the next tab may have the files at once.
  letGo() {
    if (!this.leads) return;
    this.stop();
    this.leave();
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
