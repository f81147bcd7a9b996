// What the check looks at, one part after the other. Each resolves to { ok, short, values, kind }: whether all is as it
// should be, what goes into the text to send, and the values of the sentence `check.<name>.<kind>`, by default "is"; it
// rejects where it cannot tell.
import { readLog } from "../shell/start-log.js";
import { depth } from "./depth.js";
import { plays } from "./game.js";
import { Trial } from "./trial.js";

const TIMES = 20;
const RELOADS = 5;
// The site's own pages and files need less than half of it.
const LEAST_DEPTH = 500;
const LEAST_ROOM = 50e6;

const megabytes = (bytes) => Math.round(bytes / 1e6);
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);
const told = (ok, short, values = { value: short }) => ({ ok, short, values });
const isAtHome = navigator.standalone || matchMedia("(display-mode: standalone)").matches;

export class Parts {
  // `kept` outlives a reload: { opens: [milliseconds, …] }; `keep` saves it, and says whether it could.
  constructor({ scope, build, kept, keep }) {
    const at = (part) => new URL(part, scope).href;
    this.parts = Object.fromEntries(Object.entries(build.parts).map(([name, part]) => [name, at(part)]));
    this.decoderFiles = build.decoder.map(at);
    Object.assign(this, { scope, kept, keep, lockName: `check ${scope}` });
  }

  // What a browser needs to run the pocket.
  browser() {
    const needed = {
      "service workers": navigator.serviceWorker,
      "web locks": navigator.locks,
      "private files": navigator.storage?.getDirectory,
      "WebAssembly": typeof WebAssembly === "object",
      "https": isSecureContext,
    };
    const missing = Object.keys(needed).filter((each) => !needed[each]);
    if (missing.length) return told(false, `without ${missing.join(", ")}`);
    return { ...told(true, isAtHome ? "home screen" : "tab"), kind: isAtHome ? "home" : "tab" };
  }

  async files() {
    const longest = await alone(this.scope, (worker) => worker.does("files", { times: TIMES }));
    return told(true, `${TIMES}/${TIMES}, ${longest} ms`, { times: TIMES, longest });
  }

  // A second worker stands for a second tab.
  async lock() {
    return this.held(() => alone(this.scope, (rival) => rival.does("rival", { lock: this.lockName })));
  }

  // Has the file and the lock while somebody else wants them.
  async held(rival) {
    return alone(this.scope, async (holder) => {
      await holder.does("hold");
      const { refused, free } = await navigator.locks.request(this.lockName, rival);
      return told(Boolean(refused) && !free, refused ? `${refused}, lock ${free ? "free" : "held"}` : "not kept out");
    });
  }

  // Loads this page anew, its file open, and goes on from there.
  async reloads() {
    const worker = new Trial(this.scope);
    const { count, milliseconds } = await worker.does("count");
    this.kept.opens.push(milliseconds);
    if (!this.keep()) throw new Error("site data are blocked");
    const done = this.kept.opens.length - 1;
    if (count === done + 1 && done < RELOADS) {
      location.reload();
      return new Promise(() => {});
    }
    worker.end();
    const longest = Math.max(...this.kept.opens);
    return told(count === done + 1, `${count - 1}/${RELOADS}, ${longest} ms`, { done, longest });
  }

  async depth() {
    const [worker, python, how] = await alone(this.scope, async (trial) => {
      const own = await trial.does("depth");
      const parsed = await trial.does("python", { runtime: this.parts.runtime }).then(
        (deep) => [deep, ""],
        (error) => [trial.deep ?? 0, ` (${error.message})`],
      );
      return [own, ...parsed];
    });
    const page = depth();
    return told(python >= LEAST_DEPTH, `page ${page}, worker ${worker}, Python ${python}${how}`, { page, worker, python });
  }

  async start() {
    this.trial = new Trial(this.scope);
    const { steps, milliseconds } = await this.trial.does("start", { parts: this.parts });
    const each = steps.map(([name, time]) => `${name} ${time}`).join(", ");
    return told(true, `${seconds(milliseconds)} s (${each})`, { time: seconds(milliseconds) });
  }

  async game() {
    const { rounds, read, longest } = await plays(this.trial, this.scope);
    return told(read === rounds, `${read}/${rounds}, ${longest} ms`, { rounds, read, longest });
  }

  async memory() {
    const python = megabytes(await this.trial.does("bytes"));
    const page = performance.memory ? megabytes(performance.memory.usedJSHeapSize) : "?";
    return told(true, `Python ${python} MB, page ${page} MB`, { python, page });
  }

  async storage() {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    const kept = await navigator.storage.persisted();
    const values = { quota: megabytes(quota), usage: megabytes(usage) };
    const short = `${values.usage} of ${values.quota} MB, ${kept ? "persistent" : "may be deleted"}`;
    return { ...told(quota - usage > LEAST_ROOM, short, values), kind: kept ? "persistent" : "unsure" };
  }

  // What reads QR codes is loaded after the first start.
  async decoder() {
    const found = await Promise.all(this.decoderFiles.map((file) => caches.match(file)));
    const isHere = found.every(Boolean);
    return { ...told(true, isHere ? "here" : "not here yet"), kind: isHere ? "here" : "later" };
  }

  // The real starts of the pocket in this browser, by its own log.
  starts() {
    const { starts, error } = readLog();
    const ready = starts.filter(({ end }) => end === "ready").map(({ milliseconds }) => seconds(milliseconds));
    const cut = starts.filter(({ end }) => end === "told").length;
    const last = error ? `, last error ${error.text}` : "";
    const values = { times: ready.join(" · ") || "–", cut, error: error?.text ?? "–" };
    return told(cut === 0, `${ready.join(" ") || "none"} s, killed ${cut}${last}`, values);
  }
}

async function alone(scope, act) {
  const worker = new Trial(scope);
  try {
    return await act(worker);
  } finally {
    worker.end();
  }
}
