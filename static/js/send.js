// Sends a form without leaving the page, once, and keeps trying while there is no connection: the key in the form
// makes a repeat harmless.

const RETRY_AFTER = 1000;
const DOUBLE_TAP = 350;

export function sendQuietly(form, boot) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.dataset.sending) return;
    form.dataset.sending = "yes";
    form.setAttribute("aria-busy", "true");
    const body = new FormData(form, event.submitter);
    send(new URL(form.action, location.href), body, boot, () => {
      delete form.dataset.sending;
      form.removeAttribute("aria-busy");
    });
  });
}

async function send(address, body, boot, free) {
  let answer;
  try {
    answer = await fetch(address, { method: "POST", body, credentials: "same-origin" });
  } catch {
    showOffline(true);
    setTimeout(() => send(address, body, boot, free), RETRY_AFTER);
    return;
  }
  showOffline(false);
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) {
    free();
    location.assign(answer.url);
    return;
  }
  show(await answer.text(), answer, boot);
}

function show(text, answer, boot) {
  const page = new DOMParser().parseFromString(text, "text/html");
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  // After a refusal the address stays: going back or reloading must not ask to send again.
  if (answer.redirected) history[samePlace(answer.url) ? "replaceState" : "pushState"](null, "", answer.url);
  seen = here();
  boot();
  restThumb();
  scrollTo(0, 0);
  document.querySelector("[data-here]")?.scrollIntoView({ block: "center" });
  document.querySelector("[role=alert][tabindex]")?.focus();
  document.querySelector(".wrong[role=alert]")?.scrollIntoView({ block: "center" });
}

const samePlace = (address) => new URL(address).pathname === location.pathname;

// The second of two quick taps must not save the step that has just come up under the thumb.
function restThumb() {
  const action = document.querySelector(".action");
  action?.classList.add("resting");
  setTimeout(() => action?.classList.remove("resting"), DOUBLE_TAP);
}

const here = () => location.pathname + location.search;
let seen = here();

// A step within the page, as to its content, is one of these events too.
addEventListener("popstate", () => {
  if (here() !== seen) location.reload();
});

function showOffline(offline) {
  const shown = document.querySelector(".offline");
  if (!offline) return shown?.remove();
  if (shown) return undefined;
  const line = document.createElement("p");
  line.className = "offline";
  line.setAttribute("role", "status");
  line.textContent = document.body.dataset.sayOffline;
  return document.body.append(line);
}
