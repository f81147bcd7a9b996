// Small things on every page: times in the reader's own zone, sharing and copying, what the action bar covers.

export function enhancePage(page) {
  tellZone();
  keepClearOf(page.querySelectorAll(".action"));
  const language = document.documentElement.lang;
  for (const time of page.querySelectorAll("time[datetime*=T]")) {
    const moment = new Date(time.dateTime);
    time.textContent = moment.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
  for (const button of page.querySelectorAll("[data-share]")) {
    if (!navigator.share && !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => share(button));
  }
  for (const button of page.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button, page.querySelector(button.dataset.copy)));
  }
}

// The server writes the date of an evening where the reader is; a picture has no script that could.
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.split("; ").includes(`zone=${zone}`)) return;
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
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

async function copy(button, field) {
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    field.select(); // The browser does not let us: by hand it still goes.
  }
}

// The style lets what is scrolled into view, by a tap or by the keyboard, come to rest above the bar.
function keepClearOf(bars) {
  const measure = () => {
    const height = Math.max(0, ...[...bars].map((bar) => bar.offsetHeight));
    document.documentElement.style.setProperty("--bar", `${height}px`);
  };
  measured?.disconnect();
  measured = new ResizeObserver(measure);
  for (const bar of bars) measured.observe(bar);
  measure();
}

let measured = null;
