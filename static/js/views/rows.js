// Opens a row of the scorecard where it stands, with its working from the page to which its link leads.
import { ask } from "../sync/net.js";
import { readPage, stayAt } from "../sync/page.js";
import { showPart } from "./compare.js";

const CARD = ".scorecard";
let asked = null;

// `x` is where on the row the tap was.
export async function toggleRow(link, x) {
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
  const now = document.querySelector(`#${row.id}`);
  aim(now, x);
  // What closed above leaves the tapped row where it was.
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

// The correction begins with the person whose cell was tapped.
function aim(row, x) {
  const column = [...row.querySelectorAll("td")].findIndex((cell) => cell.getBoundingClientRect().left <= x && x < cell.getBoundingClientRect().right);
  const correction = row.nextElementSibling?.querySelector(".story > .button");
  if (correction && column >= 0) correction.hash = `column-${column}`;
}

function scroller(row) {
  const record = row.closest(".record");
  return record && getComputedStyle(record).overflowY === "auto" ? record : window;
}
