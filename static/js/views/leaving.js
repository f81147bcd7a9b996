// The form that takes this phone out of its scorebook waits while the phone has entries that are not sent: they would be lost.
import { waiting } from "../sync/outbox.js";
import { repeat } from "../sync/net.js";

const PAUSE = 1000;

export function enhance(form) {
  const line = form.querySelector("[data-unsent]");
  const buttons = form.querySelectorAll("button");
  line.textContent = form.dataset.sayUnsent;
  const show = (isWaiting) => {
    line.hidden = !isWaiting;
    for (const button of buttons) button.disabled = isWaiting;
  };
  form.addEventListener("submit", async (event) => {
    if ("leaves" in form.dataset) return;
    event.preventDefault();
    if ((await waiting()).length) return show(true);
    form.dataset.leaves = "";
    form.requestSubmit(event.submitter);
  });
  const looks = repeat(async () => {
    if (!form.isConnected) return undefined;
    show((await waiting()).length > 0);
    return PAUSE;
  });
  looks.look();
}
