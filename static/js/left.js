// Whether something entered lies in the phone that is not saved yet; what it is, `outbox.js` knows.
import { nameOf } from "./pocket.js";

export const PREFIX = nameOf("unsent:");

export function isLeft() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(PREFIX));
  } catch {
    return false;
  }
}
