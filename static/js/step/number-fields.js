// Fields into which numbers are typed: from one to the next, and the sign that many phones lack among their keys.
import { fire } from "../core/elements.js";

// Enter goes on to the next number; from the last one it saves.
export function onwards(inputs) {
  inputs.forEach((input, place) => {
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || place === inputs.length - 1) return;
      event.preventDefault();
      inputs[place + 1].focus();
    });
  });
}

const MINUS = /^\s*[-−‐‑‒–—―－ーｰ]\s*/;

export const changeSign = (text) => (MINUS.test(text) ? text.replace(MINUS, "") : `-${text.trim().replace(/^[+＋]\s*/, "")}`);

// The number keys of a phone, and a button for the sign that many of them lack.
export function enhanceNumber(sign) {
  const input = sign.parentElement.querySelector("input");
  input.inputMode = input.dataset.keys ?? "numeric";
  sign.hidden = false;
  sign.addEventListener("click", () => {
    input.value = changeSign(input.value);
    input.focus();
    fire(input, "input");
  });
}
