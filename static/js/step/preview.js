// Asks the server what saving would do, because only the server knows the rules.
import { debounced } from "./debounce.js";

const forms = new WeakMap();

// Several listeners share one question for each form.
export function onPreview(form, show) {
  if (!forms.has(form)) forms.set(form, follow(form));
  const { shows, ask } = forms.get(form);
  shows.push(show);
  ask();
}

function follow(form) {
  const shows = [];
  const question = () => {
    if (!form.isConnected || form.dataset.sending) return null;
    return [form.dataset.preview, { method: "POST", body: new FormData(form), signal: untilSent(form) }];
  };
  const ask = debounced(question, (answer) => shows.forEach((show) => show(answer)));
  for (const kind of ["input", "change", "restored"]) form.addEventListener(kind, ask);
  return { shows, ask };
}

// What is being saved needs no preview.
function untilSent(form) {
  const sent = new AbortController();
  form.addEventListener("submit", () => sent.abort(), { once: true });
  return sent.signal;
}

// A correction tells what its row becomes, and what it will change beyond it.
export function previewCorrection(form) {
  const changes = form.querySelector("[data-changes]");
  const becomes = form.querySelector("[data-becomes]");
  // While a number is wrong the last answer stays, so that the bar doesn't jump.
  onPreview(form, (answer) => {
    if (becomes) becomes.textContent = answer.said ?? "";
    if (answer.changes !== undefined) changes.textContent = answer.changes;
  });
  const question = form.querySelector("[data-question]");
  if (question) withdrawLater(form, question);
}

// What was asked is about the entry as it was sent: a change of it brings the button back.
function withdrawLater(form, question) {
  const typed = () => new URLSearchParams(new FormData(form)).toString();
  const asked = typed();
  const look = () => {
    if (!question.isConnected || typed() === asked) return;
    question.remove();
    for (const part of form.querySelectorAll(".action > [hidden]")) part.hidden = false;
  };
  for (const kind of ["input", "change"]) form.addEventListener(kind, look);
}
