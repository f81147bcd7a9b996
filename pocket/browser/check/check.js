// The page that checks this phone: whether the pocket can run here, with numbers, on files of its own. What it found
// outlives its own reloads and being killed. See docs/decisions/055.
import { addWords, button, paragraph, say, write } from "../shell/words.js";
import { camera, comesAsSecond, secondTab } from "./by-tap.js";
import { Parts } from "./parts.js";
import { asText, showResult } from "./result.js";
import { folderOfCheck } from "./folder.js";

const NAMES = ["browser", "files", "lock", "reloads", "depth", "start", "game", "memory", "storage", "decoder", "starts"];
const BY_TAP = { tab: secondTab, camera };
const at = (id) => document.querySelector(`#${id}`);
const build = JSON.parse(at("build").textContent);
const scope = new URL(document.baseURI).href;
const KEPT = `check ${scope}`;

// { doing: the part under way, opens: milliseconds, results: { name: { ok, short, values, kind } }, at, text, code }
let kept = null;
let parts;

// Whether a reload will find it.
function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

function keptBefore() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function line(name) {
  const known = at("lines").querySelector(`[data-part="${name}"]`);
  if (known) return known;
  const row = document.createElement("div");
  row.dataset.part = name;
  row.append(write(document.createElement("dt"), `check.${name}`), document.createElement("dd"));
  at("lines").append(row);
  return row;
}

function show(name) {
  const row = line(name);
  const { ok, short, values, kind = "is" } = kept.results[name];
  row.classList.toggle("amiss", !ok);
  if (ok) write(row.querySelector("dd"), `check.${name}.${kind}`, values);
  else write(row.querySelector("dd"), "check.amiss", { why: short });
}

async function does(name, act) {
  kept.doing = name;
  keep();
  write(at("doing"), "check.doing", { part: say(`check.${name}`) });
  try {
    kept.results[name] = await act();
  } catch (error) {
    kept.results[name] = { ok: false, short: error.message };
  }
  kept.doing = null;
  keep();
  show(name);
}

async function goOn() {
  at("acts").replaceChildren();
  parts = new Parts({ scope, build, kept, keep });
  // What was under way when the page was killed is not tried again: it would be killed again.
  if (kept.doing && kept.doing !== "reloads") kept.results[kept.doing] = { ok: false, short: "the tab was killed" };
  for (const name of NAMES) {
    if (kept.results[name]) show(name);
    else await does(name, () => parts[name]());
  }
  await finish();
}

async function finish() {
  tellOutcome();
  await parts.trial?.does("close").catch(() => {}); // It has not started.
  for (const name of Object.keys(BY_TAP)) {
    if (kept.results[name]) show(name);
    else offer(name);
  }
  at("acts").replaceChildren(button("check.again", begin));
  await tellResult();
}

function tellOutcome() {
  const amiss = Object.keys(kept.results).filter((name) => !kept.results[name].ok).map((name) => say(`check.${name}`));
  write(at("doing"), amiss.length ? "check.done.amiss" : "check.done", { parts: amiss.join(" · ") });
}

function offer(name) {
  const tap = button(`check.${name}.tap`, async () => {
    await does(name, () => BY_TAP[name](parts));
    tellOutcome();
    await tellResult();
  });
  line(name).querySelector("dd").replaceChildren(tap);
}

async function tellResult() {
  const text = asText({ ...kept, version: build.version });
  if (kept.text !== text) Object.assign(kept, { text, code: await parts.trial?.does("code", { text }).catch(() => null) });
  keep();
  showResult(kept);
  await forget();
}

async function begin() {
  kept = { at: new Date().toISOString(), doing: null, opens: [], results: {} };
  parts?.trial?.end();
  at("lines").replaceChildren();
  at("result").hidden = true;
  await forget();
  goOn();
}

// Deletes the check's files.
async function forget() {
  try {
    await (await navigator.storage.getDirectory()).removeEntry(folderOfCheck(scope), { recursive: true });
  } catch {
    // There are none, or a check in another tab has them open.
  }
}

async function open() {
  await addWords(new URL("words.json", import.meta.url));
  document.title = say("check.title");
  write(at("title"), "check.title");
  write(at("back"), "check.back");
  if (location.hash === "#second") return comesAsSecond(scope, at("doing"));
  at("what").append(paragraph("check.what"), paragraph("check.safe"));
  kept = keptBefore();
  if (kept) return goOn();
  const start = button("check.begin", begin);
  start.classList.add("main");
  return at("acts").append(start);
}

// In the shell's frame it would share the memory with the pocket.
if (top === self) open();
else top.location.replace(location.href);
