// Deletes the drafts of a game that is over. One ended by hand may go on, so its drafts stay until the next such game.
import { storage } from "../sync/lazy-storage.js";
import { keyOf } from "./draft.js";

const ENDED = "taps-of-ended";

export async function forgetDrafts(sheet, byHand) {
  const { forgetUnder, keep, keptUnder } = await storage();
  if (!byHand) return forgetUnder(keyOf(sheet, ""));
  const last = (await keptUnder(ENDED))[0]?.[1];
  if (last === sheet || !(await keptUnder(keyOf(sheet, ""))).length) return undefined;
  if (last) await forgetUnder(keyOf(last, ""));
  return keep(ENDED, sheet);
}
