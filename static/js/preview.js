// Asks the server what saving would do: the rules stay there, the page only shows the answer.

const PAUSE = 150;

export function onPreview(form, address, show) {
  let timer = null;
  let latest = 0;
  const ask = async () => {
    if (!form.isConnected || form.dataset.sending) return;
    latest += 1;
    const mine = latest;
    try {
      const answer = await fetch(address, { method: "POST", body: new FormData(form), credentials: "same-origin", signal: untilSent(form) });
      if (answer.ok && mine === latest) show(await answer.json());
    } catch {
      // No connection, or sent meanwhile: saving will still say what it does.
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("restored", later);
  later();
}

// What is being saved is past asking about.
function untilSent(form) {
  const asking = new AbortController();
  form.addEventListener("submit", () => asking.abort(), { once: true });
  return asking.signal;
}
