// What a scanned or pasted text leads to on this site, whose home is at `root`:
// a game code to this site's page for it, whichever site its link names; another page of this site; a link to elsewhere;
// or nothing. Nothing is opened here.

// A whole link with the code after the #, or the code alone, which is longer than a word.
const GAME = /^(?:https?:\/\/\S+\/code#(c[\w-]+|q\d+)|(c[\w-]{40,}|q\d{60,}))$/;
const LINK = /^https?:\/\/\S+$/i;
const MAGIC = [0x54, 0x4b, 0x4d]; // "TKM", and the version of the format

export function leadOf(text, root) {
  const typed = text.trim();
  const [, linked, alone] = GAME.exec(typed) ?? [];
  if (linked ?? alone) return { to: "game", address: `${root}code#${linked ?? alone}` };
  const link = LINK.test(typed) && URL.canParse(typed) ? new URL(typed) : null;
  if (!link) return { to: "nothing", text: typed };
  // What stands before an @ looks like a host and is none.
  link.username = link.password = "";
  return { to: link.href.startsWith(root) ? "here" : "elsewhere", address: link.href, host: link.host };
}

// Whether scanned bytes are a frame of a moving code.
export const isMovingFrame = (bytes) => MAGIC.every((sign, place) => bytes[place] === sign);
