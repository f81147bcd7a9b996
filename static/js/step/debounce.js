// Debounces questions to the server: one for taps in quick succession, and only the newest answer counts.

const DEBOUNCE = 100;

// `question` gives what fetch takes, each time anew, or nothing where there is nothing to ask; `show` gets the answer.
// Without one what was shown stays, unless `silence` says otherwise.
export function debounced(question, show, silence = () => {}) {
  let timer = null;
  let newest = 0;
  const ask = async () => {
    newest += 1;
    const mine = newest;
    const asked = question();
    if (!asked) return;
    const answer = await answerTo(...asked);
    if (mine !== newest) return;
    if (answer === null) silence();
    else show(answer);
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
