// One region outlives the pages, so that a screen reader tells what changes in it.

const NEWS = ".said p, .said .totals .visually-hidden, [data-here], [data-told]";

// What a page that has come says to have happened.
export const news = () => [...document.querySelectorAll(NEWS)].map((told) => told.textContent);

// A paragraph each, so that the voice rests between the news and one total after the other.
export function tell(sentences) {
  document.querySelector("#live").replaceChildren(...sentences.map(paragraph));
}

function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}
