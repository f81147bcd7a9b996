// Whether something entered lies in the phone that is not saved yet; what it is, `outbox.js` knows.
import { nameOf } from "./pocket.js";
import { keptUnder } from "./storage.js";

export const PREFIX = nameOf("unsent:");

export const isLeft = async () => (await keptUnder(PREFIX)).length > 0;
