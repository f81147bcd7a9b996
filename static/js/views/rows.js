// Opens a row of the scorecard where it stands. Its working comes, with its style, from the page to which its link leads.
import { dress } from "../sync/dress.js";

let asked = null;

export async function toggleRow(link) {
  const row = link.closest("tr");
  const isOpen = link.getAttribute("aria-expanded") === "true";
  asked = row;
  const working = isOpen ? null : await workingOf(link.href, row.id);
  // Another row was tapped meanwhile, or another page has come.
  if (asked !== row || !row.isConnected) return;
  if (!isOpen && !working) return location.assign(link.href);
  const top = row.getBoundingClientRect().top;
  history.replaceState(history.state, "", link.href);
  for (const other of row.parentElement.querySelectorAll(".opened")) {
    tell(other.previousElementSibling, false);
    other.remove();
  }
  if (working) {
    row.after(working);
    tell(row, true);
  }
  // What closed above leaves the tapped row where it was.
  scroller(row).scrollBy(0, row.getBoundingClientRect().top - top);
}

async function workingOf(address, id) {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    await dress(page);
    return page.querySelector(`#${id} + .opened`);
  } catch {
    return null;
  }
}

// The link of an open row closes it.
function tell(row, isOpen) {
  const link = row.querySelector("a[aria-expanded]");
  link.setAttribute("aria-expanded", isOpen);
  const address = new URL(link.href);
  if (isOpen) address.searchParams.delete("row");
  else address.searchParams.set("row", row.id.slice("row-".length));
  link.href = address.href;
}

function scroller(row) {
  const record = row.closest(".record");
  return record && getComputedStyle(record).overflowY === "auto" ? record : window;
}
