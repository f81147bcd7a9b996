// The own pile of a month: each tap on a card is saved at once, kept on this phone while there is no network, and taken
// back by another tap. What the site answers about both piles is shown around the board, which stays as it is.
import { keyOf, forgetDraft } from "../../js/step/draft.js";
import { deliver } from "../../js/sync/deliver.js";
import { addressOf } from "../../js/sync/outbox.js";
import { secondsUntil } from "../../js/sync/rules.js";
import { keep, keptUnder } from "../../js/sync/storage.js";
import { taken } from "../../js/tools/hanafuda.js";

// Milliseconds: two cards are taken at a time; a finger lifts from its button before that is replaced.
const SAVE_AFTER = 150;
const LIFTED_AFTER = 60;
// The status of an answer that says what is wrong.
const INVALID = 422;

export function enhance(main) {
  const form = main.querySelector("[data-pile]");
  if (form) keepPile(main, form);
}

function keepPile(main, form) {
  const board = form.querySelector(".board");
  const [{ sheet }, { turn }] = [main.dataset, form.dataset];
  const pile = () => taken(form).join(" ");
  // What the page came with: a card may have been tapped before this script was there.
  let saved = [...board.querySelectorAll("[checked]")].map((input) => input.value).join(" ");
  let isSaving = false;
  let isTouched = false;
  let submitter = null;
  let timer = null;

  // The page has it as if it came with these cards: what follows it counts nothing as being entered that is saved.
  const hasSaved = (codes) => {
    saved = codes;
    for (const input of board.querySelectorAll("input")) input.defaultChecked = codes.split(" ").includes(input.value);
  };
  // What others do is shown when nothing of this phone is under way.
  const hold = () => {
    if (pile() !== saved || isSaving || isTouched) board.dataset.sending = "yes";
    else delete board.dataset.sending;
  };
  const saveSoon = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(save, wait);
    hold();
  };
  const save = async () => {
    if (isSaving || !form.isConnected) return;
    isSaving = true;
    hold();
    const sent = pile();
    const answer = await deliver({ address: addressOf(form), page: location.pathname, fields: [...new FormData(form)] }, {}, []);
    isSaving = false;
    if (!form.isConnected) return;
    sayKept(answer);
    if (answer.text === undefined && !submitter) return saveSoon(1000 * secondsUntil(answer));
    if (answer.text !== undefined) hasSaved(sent);
    if (submitter) return goOn();
    if (pile() !== sent) return saveSoon(0);
    forgetDraft(sheet, turn);
    show(new DOMParser().parseFromString(answer.text, "text/html"), answer.ok || answer.status === INVALID);
  };
  const show = (page, isSaved) => {
    if (pile() !== saved || !form.isConnected) return;
    if (isTouched) return setTimeout(show, LIFTED_AFTER, page, isSaved);
    hold();
    const fresh = page.querySelector("main[data-follow]");
    const isSame = fresh?.dataset.position === main.dataset.position;
    // The month is settled, or the seat is another's: the next look brings the page for that.
    import("../../js/sync/follow.js").then(({ isUpTo }) => isUpTo(isSame ? fresh.dataset.etag : ""), () => {});
    if (!isSame) return;
    main.dataset.etag = fresh.dataset.etag;
    for (const part of main.querySelectorAll("[data-live]")) {
      const other = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
      if (other) part.replaceChildren(...other.childNodes);
    }
    form.elements.seen.value = fresh.querySelector("[name=seen]").value;
    for (const input of fresh.querySelectorAll(".board input")) {
      const mine = board.querySelector(`[value="${input.value}"]`);
      const card = mine.parentElement;
      if (!isSaved) mine.checked = input.checked;
      card.className = input.parentElement.className;
      card.dataset.of = form.dataset.initial;
    }
    // Another phone has tapped for this seat: what it tapped stands on the board now, and that it did is told.
    hasSaved(pile());
    const why = fresh.querySelector(".alert");
    if (!isSaved && why) form.querySelector(".between").prepend(why);
  };
  const sayKept = (answer) => {
    const line = form.querySelector("[data-kept]");
    line.hidden = answer.text !== undefined;
    line.textContent = answer.why ?? form.dataset.sayKept;
  };
  const goOn = () => {
    const button = submitter;
    submitter = null;
    hold();
    form.requestSubmit(form.contains(button) ? button : null);
  };

  // The site's script would take it for a form that is being filled in.
  for (const tap of ["input", "change"]) board.addEventListener(tap, (event) => event.stopPropagation());
  board.addEventListener("change", () => {
    keep(keyOf(sheet, turn), [pile()], "strict");
    saveSoon(SAVE_AFTER);
  });
  form.addEventListener("pointerdown", () => {
    isTouched = true;
    hold();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    form.addEventListener(end, () =>
      setTimeout(() => {
        isTouched = false;
        hold();
      }, LIFTED_AFTER),
    );
  }
  // What is on its way with older cards comes before what is said over them.
  main.addEventListener(
    "submit",
    (event) => {
      clearTimeout(timer);
      if (!isSaving) return;
      event.preventDefault();
      event.stopPropagation();
      submitter = event.submitter;
    },
    true,
  );
  form.addEventListener("saved", () => forgetDraft(sheet, turn));
  keptUnder(keyOf(sheet, turn)).then((kept) => {
    const draft = kept.find(([name]) => name === keyOf(sheet, turn))?.[1]?.[0];
    if (draft === undefined || draft === pile() || pile() !== saved || !form.isConnected) return;
    const codes = new Set(draft.split(" "));
    for (const input of board.querySelectorAll("input")) input.checked = codes.has(input.value);
    saveSoon(0);
  });
  if (pile() !== saved) saveSoon(0);
}
