// Buttons that share, copy or print; without them a page shows what is to be shared.
export function offer(page) {
  for (const button of page.querySelectorAll("[data-share]")) {
    if (!navigator.share && !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => share(button));
  }
  for (const button of page.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button, page.querySelector(button.dataset.copy)));
  }
  for (const button of page.querySelectorAll("[data-send-link]")) {
    button.hidden = false;
    button.addEventListener("click", () => sendLink(button, page.querySelector(button.dataset.sendLink)));
  }
  for (const button of page.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

async function share(button) {
  const text = button.dataset.share;
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.shared;
    }
  } catch {
    // Sharing was called off: nothing is lost.
  }
}

// Shares a link, or copies it.
async function sendLink(button, field) {
  if (!navigator.share) return copy(button, field);
  await navigator.share({ title: document.title, url: field.value }).catch(() => {}); // Called off: nothing is lost.
}

async function copy(button, field) {
  field.select();
  try {
    // Over plain HTTP there is no clipboard but this one.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) return;
    button.textContent = button.dataset.copied;
  } catch {
    // Not allowed: the text stays selected, to copy by hand.
  }
}
