// Opens a row of the scorecard where it stands, with its working from the page to which its link leads.
import { ask } from "../sync/net.js";
import { readPage, stayAt } from "../sync/page.js";
import { showPart } from "./compare.js";

const CARD = ".scorecard";
let asked = null;

export async function toggleRow(link) {
  const row = link.closest("tr");
  const isOpen = link.getAttribute("aria-expanded") === "true";
  asked = row;
  const page = isOpen ? null : await pageAt(link.href);
  // Another row was tapped meanwhile, or another page has come.
  if (asked !== row || !row.isConnected) return;
  if (!isOpen && !page?.querySelector(`${CARD} #${row.id} + .opened`)) return location.assign(link.href);
  const top = row.getBoundingClientRect().top;
  stayAt(link.href);
  if (page) showPart(page, CARD);
  else close(row, link);
  // What closed above leaves the tapped row where it was.
  const now = document.querySelector(`#${row.id}`);
  scroller(now).scrollBy(0, now.getBoundingClientRect().top - top);
}

async function pageAt(address) {
  const { text } = await ask(address);
  return text === undefined ? null : readPage(text, { stays: true });
}

// That needs no network.
function close(row, link) {
  row.nextElementSibling.remove();
  link.setAttribute("aria-expanded", "false");
  const address = new URL(link.href);
  address.searchParams.set("row", row.id.slice("row-".length));
  link.href = address.href;
}

function scroller(row) {
  const record = row.closest(".record");
  return record && getComputedStyle(record).overflowY === "auto" ? record : window;
}
