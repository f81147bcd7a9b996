// A worker of the check, asked one thing after the other.

export class Trial {
  constructor(scope) {
    this.scope = scope;
    this.asked = new Map();
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => {
      for (const { reject } of this.asked.values()) reject(new Error(event.message || "the worker has ended"));
    });
  }

  hear({ number, value, error, ...news }) {
    if (number === undefined) return Object.assign(this, news);
    const { resolve, reject } = this.asked.get(number);
    this.asked.delete(number);
    return error ? reject(new Error(error)) : resolve(value);
  }

  does(act, given = {}) {
    const number = crypto.randomUUID();
    this.worker.postMessage({ act, number, scope: this.scope, ...given });
    return new Promise((resolve, reject) => this.asked.set(number, { resolve, reject }));
  }

  end() {
    this.worker.terminate();
  }
}
