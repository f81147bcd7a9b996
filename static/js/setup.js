// Who sits where, by taps: a regular goes to the next empty seat, or gets up again; seats can be moved up.

export function enhanceSetup(form) {
  const rows = [...form.querySelectorAll("[data-seats] > li")];
  const least = Number(form.querySelector("[data-seats]").dataset.least);
  const inputs = rows.map((row) => row.querySelector("input[type=text]"));
  const dealers = rows.map((row) => row.querySelector("input[type=radio]"));
  const regulars = form.querySelector("[data-regulars]");

  const seated = (name) => inputs.find((input) => input.value.trim() === name);
  const update = () => {
    const filled = inputs.filter((input) => input.value.trim()).length;
    rows.forEach((row, place) => {
      row.hidden = !inputs[place].value.trim() && place >= Math.max(filled + 1, least);
      row.querySelector("[data-up]").hidden = place === 0 || !inputs[place].value.trim();
      dealers[place].closest(".chip").classList.toggle("visually-hidden", !inputs[place].value.trim());
    });
    for (const button of regulars?.children ?? []) {
      button.setAttribute("aria-pressed", Boolean(seated(button.dataset.name)));
    }
  };
  const closeGap = (place) => {
    for (let at = place; at < inputs.length - 1; at += 1) inputs[at].value = inputs[at + 1].value;
    inputs.at(-1).value = "";
    const dealer = dealers.findIndex((radio) => radio.checked);
    if (dealer > place) dealers[dealer - 1].checked = true;
    else if (dealer === place) dealers[0].checked = true;
  };
  const swapUp = (place) => {
    [inputs[place - 1].value, inputs[place].value] = [inputs[place].value, inputs[place - 1].value];
    const dealer = dealers.findIndex((radio) => radio.checked);
    if (dealer === place) dealers[place - 1].checked = true;
    else if (dealer === place - 1) dealers[place].checked = true;
  };

  if (regulars) {
    regulars.hidden = false;
    regulars.addEventListener("click", (event) => {
      const name = event.target.closest("[data-name]")?.dataset.name;
      if (!name) return;
      const place = inputs.indexOf(seated(name));
      const free = inputs.find((input) => !input.value.trim());
      if (place >= 0) closeGap(place);
      else if (free) free.value = name;
      update();
    });
  }
  rows.forEach((row, place) => {
    row.querySelector("[data-up]").addEventListener("click", () => {
      swapUp(place);
      update();
    });
    inputs[place].addEventListener("input", update);
  });
  update();
}
