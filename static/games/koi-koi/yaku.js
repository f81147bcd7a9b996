// Yaku by name: which ones others imply, and which rain voids. The server wrote all into the page.
import { all } from "../../js/core/elements.js";

export function yakuByName(form, part) {
  const { together, rain, void: voided, sake } = JSON.parse(part.dataset.said);
  const boxes = Object.fromEntries(all(part, ".names input").map((box) => [box.value, box]));
  const stands = (slug) => Boolean(boxes[slug]?.checked);
  const tick = (slug, on) => {
    if (boxes[slug]) boxes[slug].checked = on;
  };
  const counter = (slug) => part.querySelector(`[data-counts=${slug}] input`);

  const bring = () => {
    const rules = together.filter((rule) => rule.when.every(stands));
    for (const rule of rules) {
      for (const slug of rule.brings) tick(slug, true);
      for (const slug of rule.replaces) tick(slug, false);
      raise(rule.counts);
    }
  };
  const drop = (slug) => {
    const held = (rule) => rule.when.every((each) => each === slug || stands(each));
    const brought = together.filter((rule) => rule.when.includes(slug) && held(rule));
    for (const rule of brought) {
      for (const each of rule.brings) tick(each, false);
      lower(rule.counts);
    }
    for (const rule of together) {
      if (!rule.brings.includes(slug) || !rule.when.every(stands)) continue;
      for (const each of rule.when) tick(each, false);
      lower(rule.counts);
    }
  };
  // A count that was raised goes back to what stood there, unless it was changed since.
  const raise = (counts) => {
    for (const [slug, least] of Object.entries(counts)) {
      const input = counter(slug);
      if (Number(input.value) >= least) continue;
      input.dataset.before = input.value;
      input.value = input.dataset.raised = least;
    }
  };
  const lower = (counts) => {
    for (const input of Object.keys(counts).map(counter)) {
      if (input.dataset.raised === input.value) input.value = input.dataset.before;
      forget(input);
    }
  };
  const forget = (input) => {
    delete input.dataset.before;
    delete input.dataset.raised;
  };

  const november = () => part.querySelector("[data-november] input:checked")?.value ?? "";
  const line = part.querySelector(".line");
  const wash = () => {
    // The question keeps its place, and is seen where it matters.
    if (line) line.style.visibility = november() || sake.some(stands) ? "" : "hidden";
    const wet = rain.some(stands) || november() === "yes";
    for (const slug of voided) {
      const chip = boxes[slug].parentElement;
      chip.classList.toggle("void", wet);
      chip.querySelector("[data-void]").hidden = !wet;
      boxes[slug].disabled = wet;
      if (wet) boxes[slug].checked = false;
    }
  };

  // Some yaku take a card of November, others none: then the question is answered, until they go.
  let answered = false;
  const answer = () => {
    const says = rain.some(stands) ? "yes" : voided.some(stands) ? "no" : "";
    const [given, choices] = [november(), all(part, "[data-november] input")];
    if (says === given || (says === "no" && given && !answered) || !(says || answered)) return;
    for (const choice of choices) choice.checked = choice.value === says;
    answered = says !== "";
  };

  // Before the form is asked what it says now, so that it says what follows too.
  part.addEventListener("change", (event) => {
    const box = boxes[event.target.value];
    if (event.target === box) box.checked ? bring() : drop(box.value);
    else if (event.target.type === "radio") answered = false;
    answer();
    wash();
  });
  // What was filled in anew does not say what stood there before: exactly as many as the yaku take were raised by them.
  const reread = () => {
    for (const input of part.querySelectorAll("[data-counts] input")) forget(input);
    for (const [slug, least] of together.filter((rule) => rule.when.every(stands)).flatMap((rule) => Object.entries(rule.counts))) {
      const input = counter(slug);
      if (Number(input.value) === least) Object.assign(input.dataset, { before: "", raised: input.value });
    }
    wash();
  };
  form.addEventListener("restored", reread);
  reread();
}
