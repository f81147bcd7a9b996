// Loads storage.js once the page is there.
import { nameOf } from "./pocket.js";

// Under such names lies what was entered and is not saved yet; what it is, `outbox.js` knows.
export const UNSENT = nameOf("unsent:");

let loaded = null;

// Once it is there nobody waits for it again: a page that is about to go has no time to.
export const storage = async () => (loaded ??= await import("./storage.js"));

export async function hasUnsent() {
  try {
    return (await (await storage()).keptUnder(UNSENT)).length > 0;
  } catch {
    // There was no network just then.
    return false;
  }
}
