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
      const answer = await fetch(address, { method: "POST", body: new FormData(form), credentials: "same-origin" });
      if (answer.ok && mine === latest) show(await answer.json());
    } catch {
      // No connection: saving will still say what it does.
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  later();
}
