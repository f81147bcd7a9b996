// Asks the server what saving would do, because only the server knows the rules.

// Milliseconds until a question is asked, which another tap may replace.
const DEBOUNCE = 100;
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
  const ask = debounced(question, (answer) => {
    // What was refused is mended, wherever that was.
    if (!answer.problems && form.querySelector("[aria-invalid]")) import("../core/errors.js").then(({ clearAll }) => clearAll(form));
    for (const show of shows) show(answer);
  });
  for (const kind of ["input", "change", "restored"]) form.addEventListener(kind, ask);
  return { shows, ask };
}

// What is being saved needs no preview.
function untilSent(form) {
  const sent = new AbortController();
  form.addEventListener("submit", () => sent.abort(), { once: true });
  return sent.signal;
}

// What saving would do, in the line that says until then what was last. `say(answer)` is what the line says of the server's answer; nothing where there is nothing to foretell.
// A correction has a line of its own.
export function foretell(form, say = ({ message }) => message) {
  if ("correcting" in form.dataset) return;
  const line = form.querySelector(".headline p");
  const last = line.textContent;
  line.setAttribute("aria-live", "polite");
  onPreview(form, (answer) => {
    const text = say(answer) ?? "";
    if (line.textContent !== (text || last)) line.textContent = text || last;
    line.classList.toggle("foretold", text !== "");
  });
}

// --- questions ----------------------------------------------------------------------

// One question for taps in quick succession, of which only the newest answer counts. `question` gives what fetch takes, each time anew, or nothing where there is nothing to ask; `show` gets the answer.
// Without one what was shown stays.
export function debounced(question, show) {
  let timer = null;
  let newest = 0;
  const ask = async () => {
    newest += 1;
    const mine = newest;
    const asked = question();
    if (!asked) return;
    const answer = await answerTo(...asked);
    if (mine === newest && answer !== null) show(answer);
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(ask, DEBOUNCE);
  };
}

async function answerTo(address, settings) {
  try {
    const response = await fetch(address, { credentials: "same-origin", ...settings });
    return response.ok ? await response.json() : null;
  } catch {
    // No connection, or aborted: saving will still tell.
    return null;
  }
}
