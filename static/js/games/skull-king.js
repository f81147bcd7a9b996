// Skull King: what becomes of each player's bonus and of the loot, as the server says it while the tricks are mended.
import { onPreview } from "../preview.js";

export function enhance(main) {
  const form = main.querySelector("form.step");
  const places = form?.querySelectorAll("[data-told]") ?? [];
  if (!places.length) return;
  onPreview(form, ({ told }) => {
    for (const place of places) place.textContent = told?.[place.dataset.told] ?? "";
  });
}
