// How often a function can call itself here before the stack is full.
export function depth() {
  let count = 0;
  const deeper = () => {
    count += 1;
    deeper();
  };
  try {
    deeper();
  } catch {
    // The stack is full.
  }
  return count;
}
