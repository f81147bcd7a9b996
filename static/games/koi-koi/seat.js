// The own pile of a month: what is tapped is kept on this phone, sent with what follows at once, and taken back by another
// tap. What the site answers about both piles is shown around the board, which stays as it is.
import { all } from "../../js/core/elements.js";
import { draftOf } from "../../js/sync/storage.js";
import { sendAgain, sendNewest, waiting } from "../../js/sync/outbox.js";
import { addressOf, readPage, tapUnderWay } from "../../js/sync/page.js";
import { taken } from "../../js/tools/hanafuda.js";
import { showPart } from "../../js/views/compare.js";

// Milliseconds: two cards are taken at a time.
const SEND_AFTER = 150;
// The status of an answer that says what is wrong.
const INVALID = 422;

export function enhance(main) {
  const form = main.querySelector("[data-pile]");
  if (form) keepPile(main, form);
}

function keepPile(main, form) {
  const board = form.querySelector(".board");
  const inputs = all(board, "input");
  const [{ sheet }, { turn }] = [main.dataset, form.dataset];
  const address = addressOf(form);
  const pile = () => taken(form).join(" ");
  // What the page came with: a card may have been tapped before this script was there.
  let saved = inputs.filter((input) => input.defaultChecked).map((input) => input.value).join(" ");
  let count = 0;

  // What others do is shown when nothing of this phone is under way.
  const hold = () => {
    if (pile() !== saved) board.dataset.sending = "yes";
    else delete board.dataset.sending;
  };
  // The page has it as if it came with these cards: what follows it counts nothing as being entered that is saved.
  const hasSaved = (codes) => {
    saved = codes;
    for (const input of inputs) input.defaultChecked = codes.split(" ").includes(input.value);
    hold();
  };
  const save = () => {
    count += 1;
    const key = `${form.elements.key.value}-${count}`;
    sendNewest({ key, address, turn: [sheet, turn], fields: [...new FormData(form)] }, hearingOf(pile()), SEND_AFTER);
    hold();
  };
  const hearingOf = (sent) => ({
    waits: ({ why }) => sayKept(why ?? form.dataset.sayKept),
    gone: () => hasSaved(sent),
    answered({ text, ok, status }) {
      sayKept("");
      hasSaved(sent);
      showSoon(text, ok || status === INVALID);
    },
  });
  // Not under a finger, whose button it would replace; what is tapped meanwhile has an answer of its own.
  const showSoon = async (text, isSaved) => {
    const page = await readPage(text, { stays: true });
    await tapUnderWay();
    if (page && pile() === saved && form.isConnected && !form.dataset.sending) show(page, isSaved);
  };
  const show = (page, isSaved) => {
    const fresh = page.querySelector("main[data-follow]");
    const isSame = fresh?.dataset.position === main.dataset.position;
    // The month is settled, or the seat is another's: the next look brings the page for that.
    import("../../js/sync/follow.js").then(({ isUpTo }) => isUpTo(isSame ? fresh.dataset.etag : ""), () => {});
    if (!isSame) return;
    main.dataset.etag = fresh.dataset.etag;
    form.elements.seen.value = fresh.querySelector("[name=seen]").value;
    for (const input of fresh.querySelectorAll(".board input")) {
      const mine = board.querySelector(`[value="${input.value}"]`);
      const card = mine.parentElement;
      if (!isSaved) mine.checked = input.checked;
      card.className = input.parentElement.className;
      card.dataset.of = form.dataset.initial;
    }
    // Another phone has tapped for this seat: what it tapped stands on the board now, and that is announced.
    hasSaved(pile());
    const why = fresh.querySelector(".alert");
    for (const { dataset } of main.querySelectorAll("[data-live]")) showPart(page, `[data-live="${dataset.live}"]`);
    if (!isSaved && why) form.querySelector(".between").prepend(why);
  };
  const sayKept = (text) => {
    const line = form.querySelector("[data-kept]");
    line.hidden = text === "";
    line.textContent = text;
  };
  const take = (codes) => {
    for (const input of inputs) input.checked = codes.includes(input.value);
    hold();
  };

  // The site's script would take it for a form that is being filled in.
  for (const tap of ["input", "change"]) board.addEventListener(tap, (event) => event.stopPropagation());
  board.addEventListener("change", save);
  if (pile() !== saved) save();
  else takeUp();

  // What waited when the page was left. Earlier releases kept the cards as a draft.
  async function takeUp() {
    const item = (await waiting()).find((each) => each.quiet && each.address === address && each.turn?.[1] === turn);
    const [draft] = item ? [] : await draftOf(sheet, turn);
    if (pile() !== saved || !form.isConnected) return;
    if (item) {
      take(item.fields.filter(([name]) => name === inputs[0].name).map(([, code]) => code));
      sendAgain(item, hearingOf(pile()));
    } else if (draft !== undefined) {
      take(draft.split(" "));
      if (pile() !== saved) save();
    }
  }
}
