// A link that was opened has its secret behind the #: it goes into the form, and out of the address line and the history.
const SECRET = /^#takuroku_[\w-]+$/;

export function enhance(page) {
  if (SECRET.test(location.hash)) fill(page.querySelector("[name=link]"));
  for (const form of page.querySelectorAll("form[data-wait]")) tellToWait(form);
}

function fill(field) {
  // As the site made it that serves these files.
  field.value = `${new URL("./", location.href)}#to=group%23${location.hash.slice(1)}`;
  history.replaceState(history.state, "", location.pathname + location.search);
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.form.querySelector("button").focus();
}

// A second tap would only be a second time; what takes too long can be called off, and the page says so.
function tellToWait(form) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sending) return event.preventDefault();
    form.dataset.sending = "yes";
    form.setAttribute("aria-busy", "true");
    event.submitter.textContent = form.dataset.wait;
    // Beside the form, all of which waits.
    form.after(cancel());
  });
}

function cancel() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = document.querySelector("[data-say-cancel]").dataset.sayCancel;
  button.addEventListener("click", () => {
    button.disabled = true;
    navigator.serviceWorker.controller?.postMessage({ type: "cancel" });
  });
  return button;
}
