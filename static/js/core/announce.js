// The live region for screen readers; it outlives page swaps.

const NEWS = ".said p, [data-spoken], [data-here], [data-told]";

// The news on a page that was just loaded, without what tells its own changes.
export const news = () =>
  [...document.querySelectorAll(NEWS)].filter((part) => !part.closest("[aria-live]")).map(spoken).filter(Boolean);

// One paragraph each, so that the voice pauses between them.
export function tell(sentences) {
  document.querySelector("#live").replaceChildren(...sentences.map(paragraph));
}

// A text without the marks that are for the eye.
export function spoken(part) {
  const copy = part.cloneNode(true);
  for (const mark of copy.querySelectorAll("[aria-hidden=true]")) mark.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}
