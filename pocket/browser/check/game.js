// Plays a game of some rounds in the site that the check has started, closes its record and reads it again.

const ROUNDS = 3;
const FORM = "application/x-www-form-urlencoded";
const NAMES = { "players-0": "A", "players-1": "B" };

export async function plays(trial, scope) {
  let longest = 0;
  const asks = async (method, url, body = null) => {
    const headers = body ? [["Content-Type", FORM]] : [];
    const request = { method, url, headers, body: body && new TextEncoder().encode(body).buffer };
    const answer = await trial.does("ask", { request });
    if (method === "POST") longest = Math.max(longest, Math.round(answer.milliseconds));
    if (answer.status >= 400) throw new Error(`${answer.status} for ${method} ${new URL(url).pathname}`);
    return answer;
  };
  const page = async (url) => new DOMParser().parseFromString(text(await asks("GET", url)), "text/html");
  const sends = async (url, selector, typed) => {
    const form = (await page(url)).querySelector(selector);
    const fields = new URLSearchParams([...new FormData(form)].filter(([name]) => !(name in typed)));
    for (const [name, value] of Object.entries(typed)) fields.set(name, value);
    const { headers } = await asks("POST", new URL(form.getAttribute("action") || url, url).href, `${fields}`);
    return new URL(headers.find(([name]) => name.toLowerCase() === "location")[1], url).href;
  };
  const sheet = await sends(new URL("new/score-pad", scope).href, "form[method=post]", NAMES);
  for (let round = 0; round < ROUNDS; round += 1) await sends(sheet, "form.step", { "points-0": 7, "points-1": round });
  await trial.does("again");
  const document = JSON.parse(text(await asks("GET", `${sheet}/takuroku.json`)));
  return { rounds: ROUNDS, read: document.entries?.length ?? 0, longest };
}

const text = ({ body }) => new TextDecoder().decode(body);
