// Shows the game of a code in the place of the page. The code stands behind the # of the address, which no browser sends
// to a site; it goes to the site in a body, and stays in the address, so that reloading shows the game again.
import { focusPage } from "../core/focus.js";
import { localTimes } from "../core/page.js";
import { news, tell } from "../core/announce.js";
import { dress } from "../sync/dress.js";

const CODE = /#([cq][\w-]+)\s*$/;

let isListening = false;

export function enhance(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    const pasted = CODE.exec(body.get("code"));
    if (pasted && pasted[1] !== location.hash.slice(1)) history.replaceState(history.state, "", pasted[0].trim());
    show(form, body);
  });
  if (isListening) return;
  isListening = true;
  addEventListener("hashchange", showAddress);
  showAddress();
}

function showAddress() {
  const form = document.querySelector("form[data-code]");
  if (!form || !CODE.test(location.hash)) return;
  const body = new FormData();
  body.set("code", location.hash);
  show(form, body);
}

async function show(form, body) {
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(body) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("main")) throw new TypeError("Not a page of the site");
    await dress(page);
    take(page, body.has("row") || body.has("page"));
    // Whoever has no scorebook yet taps once, too: the token that starting one needs came with this answer.
    if (body.has("take")) document.querySelector("form[data-take]")?.requestSubmit();
  } catch {
    refuse(form, body.get("code"));
  } finally {
    delete form.dataset.sending;
    form.removeAttribute("aria-busy");
  }
}

function take(page, isSame) {
  document.title = page.title;
  for (const part of ["header", "main"]) {
    document.querySelector(`body > ${part}`).replaceWith(page.querySelector(`body > ${part}`));
  }
  localTimes(document);
  for (const form of document.querySelectorAll("form[data-code]")) enhance(form);
  if (isSame) return;
  scrollTo(0, 0);
  focusPage();
  tell(news());
}

// What was sent stands in the field, to be sent again.
function refuse(form, code) {
  const field = form.elements.code;
  field.value = code;
  let line = form.querySelector(".wrong");
  if (!line) {
    line = document.createElement("p");
    line.className = "wrong";
    line.setAttribute("role", "alert");
    field.after(line);
  }
  line.textContent = form.dataset.sayLost;
}
