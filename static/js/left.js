// Whether something entered lies in the phone that is not saved yet; what it is, `outbox.js` knows.

export const PREFIX = "unsent:";

export function isLeft() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(PREFIX));
  } catch {
    return false;
  }
}
