// The shell: installs the site, starts the engine or finds the tab that has it, and shows the pages in its frame. See
// docs/decisions.md#025.
import { refuseSecondTaps } from "./double-tap.js";
import { offer, recordFiles } from "./download.js";
import { Engine, PENDING } from "./engine.js";
import { goTo, open, page, reopen, shut } from "./frame.js";
import { isKilled, noteBegin, noteEnd, noteKilled, noteStep } from "./start-log.js";
import { endProgress, tell, tellProgress, tellStage } from "./start.js";
import { endQuestion, tellOfStorage } from "./storage.js";
import { Tabs } from "./tabs.js";
import { offerUpdates } from "./update.js";
import { isControlled, installed } from "./install.js";
import { addLine, removeLine } from "./words.js";

const build = JSON.parse(document.querySelector("#build").textContent);
const scope = new URL(document.baseURI);
// It must not change with the address.
document.querySelector("base").href = scope.href;
const name = `takuroku:${scope.pathname}`;
const WAIT_FOR_LEADER = 5000;
// Seconds after which an interrupted load is tried again.
const RETRY_AFTER = 15;

const again = () => location.reload();
const check = () => location.assign(new URL("check.html", scope));
// The browsers' errors for pages without storage.
const reasonOf = ({ reason, name }) => reason ?? (name === "SecurityError" ? "storage-refused" : "broken");

function lacking() {
  const needed = {
    "service workers": navigator.serviceWorker,
    "web locks": navigator.locks,
    "a private file system": navigator.storage?.getDirectory,
    "WebAssembly": typeof WebAssembly === "object",
  };
  return Object.keys(needed).filter((each) => !needed[each]).join(", ");
}

async function bring() {
  for (;;) {
    try {
      return await installed(tellProgress);
    } catch (error) {
      if (!["no-network", "not-whole", "storage-full"].includes(error.reason)) throw error;
      endProgress();
      const tapped = await new Promise((goOn) => {
        tell([[`first.${error.reason}`]], [["again", () => goOn(true)]], error.message);
        addEventListener("online", () => goOn(false), { once: true });
        if (error.reason === "no-network") setTimeout(goOn, RETRY_AFTER * 1000);
      });
      // Automatic retries say nothing until they get further.
      if (tapped) tell([["first.again"]]);
    }
  }
}

// Links and the host's 404 page pass the address in the parameter "to".
const sentAlong = () => new URLSearchParams(location.hash.slice(1)).get("to");

function addressOf(text) {
  try {
    return new URL(text, scope);
  } catch {
    return scope;
  }
}

// A game code, which stands behind the # of its page's address.
const isCode = () => /^#[cq][\w-]+$/.test(location.hash);

// The requested address, if it is in this site.
function asked() {
  const address = addressOf(sentAlong() ?? location.href);
  const isOurs = address.origin === scope.origin && address.pathname.startsWith(scope.pathname);
  if (!isOurs || address.pathname === `${scope.pathname}index.html`) return scope.href;
  return address.href;
}

const openSecurely = () => location.replace(location.href.replace(/^http:/, "https:"));

// Shown until somebody acts.
async function fail(reason, detail) {
  shut();
  endProgress();
  removeLine("storage");
  const files = await recordFiles(scope);
  const said = [[`failed.${reason}.title`], [`failed.${reason}.text`]];
  const actions = [["again", reason === "killed" ? startAfterKill : again]];
  const lookForUpdate = async () => (await isUpdating()) || tell([...said, ["failed.no-update"]], actions, detail);
  if (reason === "insecure") actions.unshift(["failed.secure", openSecurely]);
  if (reason === "newer-record") actions.unshift(["failed.update", lookForUpdate]);
  // If it can't be mended here, the first action is to save the record.
  const isUnreadable = reason === "damaged" || reason === "earlier-record";
  if (files.length) actions[isUnreadable ? "unshift" : "push"](["failed.take", () => offer(files)]);
  actions.push(["failed.check", check]);
  tell(said, actions, detail);
}

// The record stays as it is until somebody has chosen.
async function offerCopy(engine) {
  shut();
  removeLine("storage");
  const files = await recordFiles(scope);
  const names = files.map(({ name }) => name).join(", ");
  const update = () => {
    tell([["stage.migrating"]]);
    reopen(asked());
    engine.migrate();
  };
  const goOn = [["update.button", update], ["copy.again", () => offer(files)]];
  const save = async () => (await offer(files)) && tell([["copy.title"], ["copy.saved", { names }]], goOn);
  tell([["copy.title"], ["copy.text"]], [...(files.length ? [["copy.save", save]] : []), ["copy.without", update]]);
}

function startAfterKill() {
  noteKilled();
  again();
}

function note({ type, stage, reason, detail }) {
  if (type === "begins") noteBegin();
  else if (type === "stage") noteStep(stage);
  else if (type === "failed") noteEnd(reason === PENDING ? reason : `${reason}: ${detail}`);
  else if (type === "left") noteEnd(type);
}

let registration;
let updates = null;

async function isUpdating() {
  try {
    await registration.update();
    const worker = registration.installing;
    if (worker) await new Promise((settled) => worker.addEventListener("statechange", settled, { once: true }));
  } catch {
    // No network: an installed version may still work.
  }
  return updates.change();
}

// A sleeping tab holds the record and doesn't answer. It has not been heard of for a while already.
async function seeWhetherLed(engine, tabs) {
  for (let wait; engine.state === "waiting"; ) {
    const answers = await tabs.ask("who-leads?", { wait, until: true });
    if (answers.includes(true)) break;
    if (engine.state === "waiting") addLine("leader", answers[0] ?? "asleep", []);
    wait = answers.length ? undefined : WAIT_FOR_LEADER;
  }
  removeLine("leader");
}

async function start() {
  if (!isSecureContext) return fail("insecure", location.protocol);
  const missing = lacking();
  if (missing) return fail("unsupported", missing);
  const first = !isControlled();
  registration = await bring();
  endProgress();
  const tabs = new Tabs(name);
  let told = false;
  const engine = new Engine(name, (said) => {
    note(said);
    if (said.type === "stage") tellStage(first ? "first" : engine.message.mayMigrate ? "migrating" : said.stage);
    else if (said.reason === PENDING) offerCopy(engine);
    else if (said.type === "failed") fail(said.reason, said.detail);
    else if (said.type === "ready") {
      removeLine("leader");
      if (told) noteEnd("ready");
    }
  });
  tabs.on("who-leads?", () => engine.leads || (engine.state === "asking" ? "asking" : undefined));
  const leading = engine.lead({ type: "start", scope: scope.href, build }, () => {
    // Nothing starts until somebody has tapped, or it might be killed again before they can.
    const wasKilled = isKilled();
    if (wasKilled) fail("killed");
    return !wasKilled;
  });
  leading.catch((error) => fail(reasonOf(error), String(error)));
  addEventListener("pagehide", () => engine.letGo());
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "deaf" && seeWhetherLed(engine, tabs));
  const came = () => {
    if (!told) tellOfStorage();
    told = true;
    if (engine.state === "ready") noteEnd("ready");
    endQuestion();
    updates?.look();
  };
  open(asked(), came, () => fail("broken", "The page cannot be shown."));
  takeOpened();
  // A link opened in a tab that shows home, or another game code, may only change the hash.
  addEventListener("hashchange", () => (sentAlong() || isCode()) && goTo(asked()));
  updates = offerUpdates({ registration, version: build.version, engine, tabs });
  setTimeout(() => seeWhetherLed(engine, tabs), WAIT_FOR_LEADER);
}

// Files that were opened with the app: kept for the page that imports them, as share-target.js keeps what is shared. Only the
// tab's own window is told of them, and not the frame.
function takeOpened() {
  globalThis.launchQueue?.setConsumer(async ({ files: [handle] }) => {
    if (!handle) return;
    const file = await handle.getFile();
    const name = `${scope.pathname} shared`;
    await caches.delete(name);
    const headers = { "X-Name": encodeURIComponent(file.name) };
    await (await caches.open(name)).put(`${scope.pathname}shared/0`, new Response(file, { headers }));
    goTo(new URL("scorebook#shared", scope).href);
  });
}

// --- on paper: the page in the frame in full, also from the browser's menu, which prints the shell -----------------

const frame = document.querySelector("#page");
const PAPER = "680px"; // The width of A4 or Letter with wide margins; narrower means longer, never cut.

// Measures the height of the page on paper by applying its print styles to the screen for a moment.
function lengthOnPaper(inner) {
  const ofPrint = [...inner.styleSheets].flatMap(rulesOfPrint);
  for (const rule of ofPrint) rule.media.mediaText = "all";
  Object.assign(frame.style, { width: PAPER, height: "0" });
  const length = inner.documentElement.scrollHeight;
  for (const rule of ofPrint) rule.media.mediaText = "print";
  frame.style.removeProperty("width");
  return length;
}

function rulesOfPrint(holder) {
  const rules = [...(holder.cssRules ?? [])];
  return rules.flatMap((rule) => (rule.media?.mediaText === "print" ? rule : rulesOfPrint(rule)));
}

addEventListener("beforeprint", () => {
  const inner = page();
  if (inner) frame.style.height = `${lengthOnPaper(inner)}px`;
});
addEventListener("afterprint", () => frame.style.removeProperty("height"));

// --- the start ------------------------------------------------------------------------

refuseSecondTaps();

// A page from the back/forward cache has lost its engine.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

start().catch((error) => fail(reasonOf(error), String(error.message ?? error)));
