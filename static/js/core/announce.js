// The live region for screen readers; it outlives page swaps.

const NEWS = ".said p, .said .totals .visually-hidden, [data-here], [data-told]";

// The news on a page that was just loaded.
export const news = () => [...document.querySelectorAll(NEWS)].map((told) => told.textContent);

// One paragraph each, so that the voice pauses between them.
export function tell(sentences) {
  document.querySelector("#live").replaceChildren(...sentences.map(paragraph));
}

function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}
