// How deep Python can call itself here, by lists in lists: as deep as it answers, or until the browser ends it, which
// throws. `told` hears each depth that went well.

const FIRST = 250;
const DEEPEST = 100000;
const PARSES = `
import json
def parses(depth):
    try:
        json.loads("[" * depth + "]" * depth)
    except RecursionError:
        return False
    return True
parses
`;

export function deepest(python, told) {
  const parses = python.runPython(PARSES);
  let parsed = 0;
  for (let next = FIRST; next <= DEEPEST && parses(next); next *= 2) told((parsed = next));
  return parsed;
}
