// Keeps a join code on the page: before its time is up the page is asked for the one that holds from then on.

// Milliseconds before its end, and between two tries.
const EARLY = 60_000;
const RETRY_WAIT = 10_000;

export function enhance(code) {
  const left = () => Math.max(code.dataset.seconds * 1000 - EARLY, 0);
  setTimeout(() => renew(code), left());
}

async function renew(code) {
  if (!code.isConnected) return;
  // Nobody looks at it: a phone in a pocket lets its code end.
  if (document.hidden) return document.addEventListener("visibilitychange", () => renew(code), { once: true });
  const page = await reloaded();
  if (!page) return setTimeout(() => renew(code), RETRY_WAIT);
  const next = page.querySelector(".to-type");
  if (!next) return code.remove();
  code.replaceWith(next);
  enhance(next);
}

// The page as it is now; null without an answer.
async function reloaded() {
  try {
    const answer = await fetch(location.href);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}
