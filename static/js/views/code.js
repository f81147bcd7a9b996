// Shows the game of a code in the place of the page. The code stands behind the # of the address, which no browser sends
// to a site; it goes to the site in a body, and stays in the address, so that reloading shows the game again.
import { make } from "../core/elements.js";
import { ask } from "../sync/net.js";
import { news, readPage, showPage, stayAt } from "../sync/page.js";

// A letter that no release has written yet goes to the site too, which says so; an anchor of the page does not.
const CODE = /#([cq][\w-]+|[a-z][\w-]{40,})\s*$/;

let isListening = false;

export function enhance(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    const pasted = CODE.exec(body.get("code"));
    if (pasted && pasted[1] !== location.hash.slice(1)) stayAt(pasted[0].trim());
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
  const isSame = body.has("row") || body.has("page");
  const { text } = await ask(form.action, { method: "POST", body: new URLSearchParams(body) });
  delete form.dataset.sending;
  form.removeAttribute("aria-busy");
  const page = text === undefined ? null : await readPage(text, { stays: isSame });
  if (!page) return refuse(form, body.get("code"));
  await showPage(page, { stays: isSame, says: isSame ? () => [] : news });
  // Whoever has no scorebook yet taps once, too: the token that starting one needs came with this answer.
  if (body.has("take")) document.querySelector("form[data-take]")?.requestSubmit();
}

// What was sent stands in the field, to be sent again.
function refuse(form, code) {
  const field = form.elements.code;
  field.value = code;
  field.closest("[data-field]").hidden = false;
  let line = form.querySelector(".wrong");
  if (!line) {
    line = make("p", { className: "wrong" });
    line.setAttribute("role", "alert");
    field.after(line);
  }
  line.textContent = form.dataset.sayLost;
}
