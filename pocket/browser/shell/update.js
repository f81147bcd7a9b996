// Offers a new version, which loads in the background, when nobody is playing or typing.
import { page } from "./frame.js";
import { addLine, removeLine } from "./words.js";

const HOUR = 3600000;
const MINUTE = 60000;
const CHANGE_TIMEOUT = 10000;

export function offerUpdates({ registration, version, engine, tabs }) {
  let seen = 0;
  let shown = false;
  tabs.on("at-rest?", async () => ({ leads: engine.leads, rests: !isEntered() && (await engine.isAtRest()) }));
  tabs.on("make-way", async () => {
    if (!engine.leads) return undefined;
    await engine.stop();
    reloadSoon();
    return true;
  });
  reloadWith(version);

  // If the leading tab doesn't answer, it may be busy.
  const isAtRest = async () => {
    const others = await tabs.ask("at-rest?");
    const isHeard = engine.state !== "waiting" || others.some(({ leads }) => leads);
    return isHeard && !isEntered() && (await engine.isAtRest()) && others.every(({ rests }) => rests);
  };

  // The worker of a new version: waiting, or already active but not shown.
  async function fresh() {
    if (registration.waiting) return registration.waiting;
    const active = await versionOf(registration.active);
    return active && active !== version ? registration.active : null;
  }

  async function look() {
    if (navigator.onLine && Date.now() - seen > HOUR) {
      seen = Date.now();
      registration.update().catch(() => {}); // No network or host: try another time.
    }
    const offered = Boolean(await fresh()) && (await isAtRest());
    if (offered && !shown) addLine("update", "update.text", [["update.button", change]]);
    else if (!offered && shown) removeLine("update");
    shown = offered;
  }

  // Changes to the new version; returns whether there is one.
  async function change() {
    const worker = await fresh();
    if (!worker) return false;
    if (!(await isAtRest())) {
      look();
      return true;
    }
    // Close the record before the new version opens it.
    if (engine.leads) await engine.stop();
    else if ((await tabs.ask("who-leads?", { until: true })).includes(true)) {
      await tabs.ask("make-way", { wait: CHANGE_TIMEOUT, until: true });
    }
    if (worker === registration.active) worker.postMessage({ type: "show" });
    else {
      registration.active.postMessage({ type: "make-way" });
      worker.postMessage({ type: "skip-waiting" });
    }
    reloadSoon();
    return true;
  }

  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => worker.state === "installed" && look());
  });
  document.addEventListener("visibilitychange", () => document.hidden || look());
  setInterval(() => document.hidden || look(), MINUTE);
  look();
  return { look, change };
}

// Reloads in any case, because this tab has stopped the engine.
function reloadSoon() {
  setTimeout(() => location.reload(), CHANGE_TIMEOUT);
}

// Reloads every tab when the version changes.
function reloadWith(version) {
  navigator.serviceWorker.addEventListener("controllerchange", async () => {
    const shown = await shownVersion();
    if (shown && shown !== version) location.reload();
  });
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "reload" && location.reload());
}

const versionOf = (worker) => ask(worker, "version?");
const shownVersion = () => ask(navigator.serviceWorker.controller, "shown?");

async function ask(worker, type) {
  if (!worker) return undefined;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data.version);
    setTimeout(resolve, CHANGE_TIMEOUT);
  });
  worker.postMessage({ type }, [port2]);
  return answer;
}

// Whether a form of the page has unsaved input.
function isEntered() {
  const fields = [...(page()?.querySelectorAll("form[method=post] :is(input, textarea, select)") ?? [])];
  return fields.some((field) => {
    if (["hidden", "submit", "button"].includes(field.type)) return false;
    if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
    if (field.options) return [...field.options].some((each) => each.selected !== each.defaultSelected) && field.selectedIndex > 0;
    return field.value !== field.defaultValue;
  });
}
