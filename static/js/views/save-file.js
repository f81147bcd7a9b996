// The scorebook file of the pocket leaves the phone by its share sheet, or as a download where there is none.
import { make } from "../core/elements.js";
import { shareFile } from "../core/files.js";

// Some browsers share no JSON; the import takes the text as well.
const KINDS = [["json", "application/json"], ["txt", "text/plain"]];

export function enhance(form) {
  const link = form.querySelector("a[download]");
  let ready = null;
  // On the window: the page around this one saves the file of any other such link.
  const tapped = async (event) => {
    if (!form.isConnected) return removeEventListener("click", tapped, { capture: true });
    if (event.target.closest?.("a[download]") !== link) return;
    event.preventDefault();
    event.stopPropagation();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    try {
      ready ??= await fetched(link.href);
      if (ready === null) location.assign(link.href);
      else if (await shareFile(...ready)) await note(form);
    } catch (error) {
      // The tap was too long ago, as the file took its time: now it is there.
      if (error.name === "NotAllowedError") link.textContent = form.dataset.sayAgain;
    } finally {
      form.ariaBusy = "false";
    }
  };
  addEventListener("click", tapped, { capture: true });
}

async function fetched(address) {
  const answer = await fetch(`${address}?to=share`);
  if (!answer.ok) return null;
  const text = await answer.text();
  const name = `takuroku-${new Date().toLocaleDateString("sv")}`;
  return KINDS.map(([ending, type]) => new File([text], `${name}.${ending}`, { type }));
}

async function note(form) {
  const body = new FormData(form);
  body.append("answer", "sent");
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) return;
  const notice = make("p", { tabIndex: -1, textContent: form.dataset.saySent });
  notice.setAttribute("role", "status");
  form.replaceChildren(notice);
  notice.focus();
}
