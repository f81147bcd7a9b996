// Registers the service worker, which loads the whole site once and then answers all requests.

const SCRIPT = new URL("service-worker.js", document.baseURI).href;
const RELOADED = `shell ${new URL(document.baseURI).pathname} reloaded`;
const LAST_MESSAGE_TIMEOUT = 500;

export class InstallError extends Error {
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

// A site in a parent folder of this host may have its own worker.
const isOurs = (worker) => worker?.scriptURL === SCRIPT;
export const isControlled = () => isOurs(navigator.serviceWorker.controller);

// Resolves to the registration when the worker controls this page. `progress` is called during the first load.
export async function installed(progress) {
  const scope = new URL(document.baseURI).href;
  let registration = await navigator.serviceWorker.getRegistration(scope);
  const known = registration?.scope === scope && isOurs(registration.active);
  if (!known) {
    registration = await register(scope);
    if (!registration.active) await comes(registration.installing ?? registration.waiting, progress);
  }
  if (!isControlled()) await controlled(registration, known);
  return registration;
}

async function register(scope) {
  try {
    return await navigator.serviceWorker.register(SCRIPT, { scope, updateViaCache: "none" });
  } catch (error) {
    // Firefox's error in private windows.
    if (error.name === "SecurityError") throw error;
    throw new InstallError(navigator.onLine ? "not-whole" : "no-network", error.message);
  }
}

function comes(worker, progress) {
  return new Promise((resolve, reject) => {
    let wrong;
    const listen = ({ data }) => {
      if (data?.type === "progress") progress(data);
      else if (data?.type === "install-failed") wrong = data;
    };
    const see = async () => {
      if (!["activated", "redundant"].includes(worker.state)) return;
      // Its last message may arrive after it has ended.
      if (worker.state === "redundant" && !wrong) await new Promise((said) => setTimeout(said, LAST_MESSAGE_TIMEOUT));
      navigator.serviceWorker.removeEventListener("message", listen);
      if (worker.state === "activated") resolve();
      else reject(new InstallError(wrong?.reason ?? "not-whole", wrong?.detail));
    };
    navigator.serviceWorker.addEventListener("message", listen);
    navigator.serviceWorker.startMessages();
    worker.addEventListener("statechange", see);
    see();
  });
}

// A page that was loaded without the worker may be of another version: reload it through the worker.
async function controlled(registration, known) {
  if (known && !sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, "yes");
    location.reload();
    return new Promise(() => {});
  }
  sessionStorage.removeItem(RELOADED);
  const changed = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => isControlled() && resolve());
  });
  registration.active.postMessage({ type: "claim" });
  if (!isControlled()) await changed;
}
