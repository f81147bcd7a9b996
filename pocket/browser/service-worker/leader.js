// Finds the open shells and the one that leads.

// Milliseconds without a leader after which to answer with an error page.
const LEADER_TIMEOUT = 20000;
const LOOK_EVERY = 300;

async function shells() {
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url, frameType }) => url.startsWith(registration.scope) && frameType !== "nested");
}

async function tellAll(message) {
  for (const shell of await shells()) shell.postMessage(message);
}

const pause = (time) => new Promise((over) => setTimeout(over, time));

let leader = null;
let found = () => {};
let isMakingWay = false;

function lead(client) {
  leader = client.id;
  isMakingWay = false;
  found();
}

// For the next version, which is active once no request of this one is pending: none waits for a leader any more.
function makeWay() {
  isMakingWay = true;
  found();
}

// The shell that leads, waiting for one; null after LEADER_TIMEOUT.
async function leading() {
  const late = Date.now() + LEADER_TIMEOUT;
  for (;;) {
    const known = leader && (await clients.get(leader));
    if (known) return known;
    leader = null;
    if (isMakingWay || Date.now() > late) return null;
    for (const shell of await shells()) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => lead(shell);
      shell.postMessage({ type: "who-leads" }, [port2]);
    }
    await Promise.race([new Promise((wake) => (found = wake)), pause(LOOK_EVERY)]);
  }
}
