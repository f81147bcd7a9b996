// What a scanned, pasted or typed text leads to on this site, whose home is at `root`, as web/pages/door.py has it for phones
// without script: a game code to this site's page for it, whichever site its link names; another page of this site; a link to
// elsewhere; or nothing. Nothing is opened here.

// A link with the code after the #, or the code alone, which is longer than a word.
const GAME = /\/code#(c[\w-]+|q\d+)|^\s*(c[\w-]{40,}|q\d{60,})\s*$/;
const WHOLE_LINK = /^\s*(https?:\/\/\S+)\s*$/i;
// A link in a message: Japanese goes on without a space behind it, and what ends a sentence ends no link.
const LINK = /(https?:\/\/[!-~]+?)[.,;:!?)\]}>'"]*(?![!-~])/i;
// A group's scorebook, for a phone with the site in it; `group` is its page there.
const GROUP = /\/(?:pocket\/#to=group%23|carry#)takuroku_[\w-]+$/;
const MAGIC = [0x54, 0x4b, 0x4d]; // "TKM", and the version of the format

export function leadOf(text, root, group = "") {
  const [, linked, alone] = GAME.exec(text) ?? [];
  if (linked ?? alone) return { to: "game", address: `${root}code#${linked ?? alone}` };
  const link = linkIn(text, root) ?? linkIn(text.normalize("NFKC"), root);
  if (!link) return { to: "nothing", text: text.trim() };
  if (group && GROUP.test(link.href)) return { to: "here", address: `${group}#${encodeURIComponent(link.href)}` };
  return { to: link.href.startsWith(root) ? "here" : "elsewhere", address: link.href, host: link.host };
}

function linkIn(text, root) {
  const [scheme, here] = root.split("://");
  const typed = text.trim();
  const isBare = typed.length > here.length && typed.toLowerCase().startsWith(here);
  const written = isBare ? `${scheme}://${typed}` : typed;
  const [, found] = WHOLE_LINK.exec(written) ?? LINK.exec(written) ?? [];
  if (!found || !URL.canParse(found)) return null;
  const link = new URL(found);
  // What stands before an @ looks like a host and is none.
  link.username = link.password = "";
  return link;
}

// Whether a text has the six signs of a join code, as store/access/secrets.py reads them. Dots are none of what may stand
// between them here: an address that is being typed has some.
const SIGNS = /^[2-9A-HJKMNP-Z]{6}$/i;
const BETWEEN = /[\s\-‐‑‒–—―−ー・·]/g;
export const isJoinCode = (text) => SIGNS.test(text.normalize("NFKC").replace(BETWEEN, ""));

// Whether scanned bytes are a frame of a moving code.
export const isMovingFrame = (bytes) => MAGIC.every((sign, place) => bytes[place] === sign);
