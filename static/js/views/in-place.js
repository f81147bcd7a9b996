// A form whose answer is the same page with something else on it: only what differs is changed, and the reader stays.
import { ask } from "../sync/net.js";
import { readPage, showPage } from "../sync/page.js";

export function enhance(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { submitter } = event;
    const answer = await ask(form.action, { method: "POST", body: new FormData(form, submitter) });
    const page = answer.text ? await readPage(answer.text, { stays: true }) : null;
    if (page && answer.ok) return showPage(page, { stays: true, address: answer.address });
    // Nothing came, or an error: the browser sends it and shows what becomes of it.
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
    return form.submit();
  });
}
