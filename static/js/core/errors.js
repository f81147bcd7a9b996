// Shows errors that the server found: unfolds and focuses the first, and clears each once its field changes.
import { fire, onFields } from "./elements.js";

export function showErrors(page) {
  const wrong = page.querySelector(".wrong[role=alert]");
  for (const question of page.querySelectorAll("[data-question]")) withdrawLater(question);
  for (const form of page.querySelectorAll("form")) {
    if (form.querySelector("[aria-invalid]") || page.querySelector("[data-of]")) forgetMended(page, form);
  }
  const alert = page.querySelector(".alert[role=alert]");
  if (wrong) return showFirst(page, wrong);
  alert?.focus({ preventScroll: true });
  // What is asked at the lower edge of the screen is in view.
  if (!alert?.closest(".action")) alert?.scrollIntoView({ block: "center" });
}

function showFirst(page, wrong) {
  // The list above the form is for readers without script.
  for (const list of page.querySelectorAll("[data-wrong-places]")) list.remove();
  for (let box = wrong.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  // For games that fold or switch their own parts.
  fire(wrong, "reveal");
  const field = page.querySelector(`[aria-describedby~="${CSS.escape(wrong.id)}"]`);
  inputOf(field)?.focus({ preventScroll: true });
  (field?.closest(".place") ?? wrong).scrollIntoView({ block: "center" });
}

function inputOf(field) {
  if (!field || field.matches("input, select, textarea")) return field;
  return field.querySelector("input:checked:enabled") ?? field.querySelector("input:enabled, button:enabled");
}

function forgetMended(page, form) {
  const mended = (event) => {
    const { name } = event.target;
    if (!name) return;
    for (const field of form.querySelectorAll("[aria-invalid]")) {
      const wrong = page.getElementById(field.getAttribute("aria-describedby"));
      if (field.contains(event.target) || (wrong?.matches("[data-readable]") && fieldOf(field) === whole(name))) clear(field, wrong);
    }
    // It keeps its space, so that nothing moves between two taps.
    for (const alert of page.querySelectorAll("[data-of]")) {
      if (name === alert.dataset.of || name.startsWith(`${alert.dataset.of}-`)) alert.classList.add("mended");
    }
  };
  form.addEventListener("input", mended);
  form.addEventListener("change", mended);
}

// What is wrong in a part of the page, once the site finds nothing wrong there.
export function clearAll(part) {
  for (const field of part.querySelectorAll("[aria-invalid]")) clear(field, document.getElementById(field.getAttribute("aria-describedby")));
}

function clear(field, wrong) {
  wrong?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
  const bad = field.closest(".bad");
  if (!bad?.querySelector("[aria-invalid]")) bad?.classList.remove("bad");
}

// A number asked seat by seat is one field: the names of its inputs end in the seat.
const whole = (name) => name.replace(/-\d+$/, "");
const fieldOf = (field) => whole((field.matches("[name]") ? field : field.querySelector("[name]"))?.name ?? "");

// What was asked is about the entry as it was sent: a change of it brings the button back.
function withdrawLater(question) {
  const form = question.closest("form");
  const typed = () => new URLSearchParams(new FormData(form)).toString();
  const asked = typed();
  const look = () => {
    if (!question.isConnected || typed() === asked) return;
    question.remove();
    for (const part of form.querySelectorAll(".action > [hidden]")) part.hidden = false;
  };
  onFields(form, look);
}
