// The scorebook file of the pocket leaves the phone by its share sheet, or as a download where there is none.
const KEPT_FOR = 60000;
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
      else if (await sent(ready)) await note(form);
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
  return answer.ok ? answer.text() : null;
}

// Whether it is on its way; sharing that is called off is not.
async function sent(text) {
  const name = `takuroku-${new Date().toLocaleDateString("sv")}`;
  const files = KINDS.map(([ending, type]) => [new File([text], `${name}.${ending}`, { type })]);
  const shareable = files.find((each) => navigator.canShare?.({ files: each }));
  if (!shareable) return save(files[0][0]);
  try {
    await navigator.share({ files: shareable });
    return true;
  } catch (error) {
    if (error.name === "AbortError") return false;
    throw error;
  }
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
  return true;
}

async function note(form) {
  const body = new FormData(form);
  body.append("answer", "sent");
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) return;
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  said.tabIndex = -1;
  said.textContent = form.dataset.saySent;
  form.replaceChildren(said);
  said.focus();
}
