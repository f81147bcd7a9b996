// Asks the server what saving would do: the rules stay there, the page only shows the answer.

const PAUSE = 150;

const listeners = new WeakMap();

// Several may want to know what saving a form would do; it is asked once.
export function onPreview(form, address, show) {
  const asking = listeners.get(form);
  if (asking) {
    asking.shows.push(show);
    return asking.later();
  }
  const shows = [show];
  let timer = null;
  let latest = 0;
  const ask = async () => {
    if (!form.isConnected || form.dataset.sending) return;
    latest += 1;
    const mine = latest;
    try {
      const answer = await fetch(address, { method: "POST", body: new FormData(form), credentials: "same-origin", signal: untilSent(form) });
      if (!answer.ok || mine !== latest) return;
      const told = await answer.json();
      for (const each of shows) each(told);
    } catch {
      // No connection, or sent meanwhile: saving will still say what it does.
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };
  listeners.set(form, { shows, later });
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("restored", later);
  later();
  return undefined;
}

// What is being saved is past asking about.
function untilSent(form) {
  const asking = new AbortController();
  form.addEventListener("submit", () => asking.abort(), { once: true });
  return asking.signal;
}
