// The page that checks this phone: whether the pocket can run here, tried on files of its own. See docs/decisions.md#055.
import { readLog } from "../shell/start-log.js";
import { addWords, button, megabytes, say, write } from "../shell/words.js";

const LEAST_ROOM = 50e6;
const at = (id) => document.querySelector(`#${id}`);
const build = JSON.parse(at("build").textContent);
const scope = new URL(document.baseURI).href;
const KEPT = `check ${scope}`;
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

// Each returns what it found, in English for whoever gets the result, or throws what is amiss.
const PARTS = {
  browser() {
    const needed = {
      "service workers": navigator.serviceWorker,
      "web locks": navigator.locks,
      "private files": navigator.storage?.getDirectory,
      "WebAssembly": typeof WebAssembly === "object",
      "https": isSecureContext,
    };
    const missing = Object.keys(needed).filter((each) => !needed[each]);
    if (missing.length) throw new Error(`without ${missing.join(", ")}`);
    return navigator.standalone || matchMedia("(display-mode: standalone)").matches ? "home screen" : "tab";
  },

  files: () => withWorker((ask) => ask("files")),

  // A second worker stands for a second tab.
  lock: () =>
    withWorker(async (ask) => {
      await ask("hold");
      const found = await navigator.locks.request(KEPT, () => withWorker((rival) => rival("rival", { lock: KEPT })));
      const text = `${found.refused || "file not kept out"}, lock ${found.free ? "free" : "held"}`;
      if (!found.refused || found.free) throw new Error(text);
      return text;
    }),

  start: () => withWorker((ask) => ask("start", { parts: build.parts })),

  async storage() {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    const kept = (await navigator.storage.persisted()) ? "persistent" : "may be deleted";
    const text = `${megabytes(usage)} of ${megabytes(quota)}, ${kept}`;
    if (quota - usage < LEAST_ROOM) throw new Error(text);
    return text;
  },

  // The real starts of the pocket in this browser.
  starts() {
    const starts = readLog().map(({ end = "killed", ...start }) => ({ end, ...start }));
    const outcome = ({ step, end, milliseconds }) =>
      end === "ready" ? seconds(milliseconds) : end === "killed" ? `killed at ${step}` : end;
    const text = starts.map(outcome).join(", ");
    if (starts.some(({ end }) => end === "killed")) throw new Error(text);
    return text || "none";
  },
};

// Lets `act` ask a worker of its own one thing after the other.
async function withWorker(act) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const ask = (name, values = {}) =>
    new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || "the worker has ended"));
      worker.onmessage = ({ data: { value, error } }) => (error ? reject(new Error(error)) : resolve(value));
      worker.postMessage({ name, scope, ...values });
    });
  try {
    return await act(ask);
  } finally {
    worker.terminate();
  }
}

// What was found so far outlives a killed tab: { at, doing: the part under way, found: { name: [ok, text] } }
function keep(state) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(state));
  } catch {
    // Where site data are blocked the files say so, too.
  }
}

function keptBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

async function run(state = { at: new Date().toISOString().slice(0, 10), found: {} }) {
  at("acts").replaceChildren();
  at("lines").replaceChildren();
  at("result").hidden = true;
  // What was under way when the tab was killed is not tried again: it would be killed again.
  if (state.doing) state.found[state.doing] ??= [false, "the tab was killed"];
  for (const [name, part] of Object.entries(PARTS)) {
    write(at("doing"), "check.doing", { part: say(`check.${name}`) });
    keep({ ...state, doing: name });
    try {
      state.found[name] ??= [true, await part()];
    } catch (error) {
      state.found[name] = [false, error.message];
    }
    show(name, ...state.found[name]);
  }
  keep(state);
  await withWorker((ask) => ask("forget")).catch(() => {}); // There are no files, or a check in another tab has them open.
  const amiss = Object.keys(PARTS).filter((name) => !state.found[name][0]).map((name) => say(`check.${name}`));
  write(at("doing"), amiss.length ? "check.done.amiss" : "check.done", { parts: amiss.join(" · ") });
  showResult(state);
}

function show(name, ok, text) {
  const line = document.createElement("div");
  line.dataset.part = name;
  line.classList.toggle("amiss", !ok);
  const found = Object.assign(document.createElement("dd"), { textContent: `${ok ? "✓" : "✗"} ${text}`, lang: "en" });
  line.append(write(document.createElement("dt"), `check.${name}`), found);
  at("lines").append(line);
}

function showResult({ at: date, found }) {
  const lines = Object.entries(found).map(([name, [ok, text]]) => `${name} ${ok ? "ok" : "AMISS"}: ${text}`);
  const text = [`Takuroku check, version ${build.version}, ${date}`, navigator.userAgent, ...lines].join("\n");
  at("result").hidden = false;
  write(at("sending"), "check.result");
  write(at("how"), "check.how");
  at("text").value = text;
  at("text").setAttribute("aria-label", say("check.result"));
  const share = () => navigator.share({ text }).catch(() => {}); // Called off.
  at("sends").replaceChildren(...(navigator.share ? [button("check.share", share)] : []), button("check.copy", copy));
  at("acts").replaceChildren(button("check.again", () => run()));
}

async function copy({ currentTarget }) {
  at("text").select();
  try {
    await navigator.clipboard.writeText(at("text").value);
    write(currentTarget, "check.copied");
  } catch {
    // Not allowed: the text stays selected, to copy by hand.
  }
}

async function open() {
  await addWords(new URL("words.json", import.meta.url));
  document.title = say("check.title");
  write(at("title"), "check.title");
  write(at("what"), "check.what");
  write(at("back"), "check.back");
  const before = keptBefore();
  if (before) return run(before);
  const start = button("check.begin", () => run());
  start.classList.add("main");
  return at("acts").append(start);
}

// In the shell's frame it would share the memory with the pocket.
if (top === self) open();
else top.location.replace(location.href);
