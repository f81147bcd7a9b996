// What saving would do, in the line that says until then what was last.
import { onPreview } from "./preview.js";

// `say(answer)` is what the line says of the server's answer; nothing where there is nothing to foretell.
export function foretell(form, say = ({ said }) => said) {
  const line = form.querySelector("[data-foretold]") ?? form.querySelector(".said p");
  const last = line.textContent;
  line.setAttribute("aria-live", "polite");
  onPreview(form, (answer) => {
    const text = say(answer) ?? "";
    if (line.textContent !== (text || last)) line.textContent = text || last;
    line.classList.toggle("foretold", text !== "");
  });
}
