// Skull King: shows each player's bonus and the loot, as the server scores them, while the tricks are entered.
import { onPreview } from "../../js/step/preview.js";

export function enhance(main) {
  const form = main.querySelector("form.step");
  const places = form?.querySelectorAll("[data-told]") ?? [];
  if (!places.length) return;
  onPreview(form, ({ told }) => {
    for (const place of places) place.textContent = told?.[place.dataset.told] ?? "";
  });
  const open = () => openWhatIsSaid(form);
  form.addEventListener("restored", open);
  open();
}

// What comes back out of the phone does not hide.
function openWhatIsSaid(form) {
  for (const said of form.querySelectorAll(".caught, .loot")) {
    const line = said.matches("details") ? said : said.previousElementSibling;
    if (said.querySelector("input:checked:not([value=''])")) line.open = true;
  }
}
