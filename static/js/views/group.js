// A link that was opened has its secret behind the #: it goes into the form, and out of the address line and the history.
import { makeButton } from "../core/elements.js";
import { sendOnce } from "../core/files.js";

const SECRET = /^#(?:https?%3A.+)?takuroku_[\w-]+$/;

export function enhance(page) {
  if (SECRET.test(location.hash)) fill(page.querySelector("[name=link]"));
  for (const form of page.querySelectorAll("form[data-wait]")) tellToWait(form);
}

function fill(field) {
  // A link that the door has read, or one of the site that serves these files.
  const behind = decodeURIComponent(location.hash.slice(1));
  field.value = behind.startsWith("http") ? behind : `${new URL("./", location.href)}#to=group%23${behind}`;
  history.replaceState(history.state, "", location.pathname + location.search);
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.form.querySelector("button").focus();
}

// What takes too long can be called off, and the page says so.
function tellToWait(form) {
  form.addEventListener("submit", () => form.dataset.sending || form.after(cancel()));
  sendOnce(form, form.dataset.wait);
}

// Beside the form, all of which waits.
function cancel() {
  const button = makeButton(document.querySelector("[data-say-cancel]").dataset.sayCancel, () => {
    button.disabled = true;
    navigator.serviceWorker.controller?.postMessage({ type: "cancel" });
  });
  return button;
}
