// One region outlives the pages, so that a screen reader tells what changes in it.

// A paragraph each, so that the voice rests between the news and one total after the other.
export function tell(sentences) {
  document.querySelector("#live").replaceChildren(...sentences.map(paragraph));
}

function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}
