// A number to type: the number keys of a phone, and a button for the sign that many of them lack.
const MINUS = /^\s*[-−‐‑‒–—―－ーｰ]\s*/;

export function enhanceNumber(sign) {
  const input = sign.parentElement.querySelector("input");
  input.inputMode = input.dataset.keys ?? "numeric";
  sign.hidden = false;
  sign.addEventListener("click", () => {
    const typed = input.value.trim();
    input.value = MINUS.test(typed) ? typed.replace(MINUS, "") : `-${typed.replace(/^[+＋]\s*/, "")}`;
    input.focus();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
