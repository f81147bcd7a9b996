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
