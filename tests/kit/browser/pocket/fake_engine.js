// In the place of the engine: it speaks as that one does, and has little pages on which one sees what was asked. What it
// is given to keep lies in a cache of its own, as does the reason for which it is to fail: in a header, since Chromium waits
// for ever for the body of an answer whose writer was killed, and with it whoever asks that cache.

const kept = () => caches.open("fake");
const read = async (name) => {
  const text = (await (await kept()).match(`/${name}`))?.headers.get("Text");
  return text && decodeURIComponent(text);
};
const write = async (name, text) =>
  (await kept()).put(`/${name}`, new Response(null, { headers: { Text: encodeURIComponent(text) } }));
let scope;
let stopped = false;

const pause = (time) => new Promise((over) => setTimeout(over, time));
const html = (title, body, lang = "en", status = 200, more = "") => ({
  status,
  headers: [["Content-Type", "text/html; charset=utf-8"], ["X-Takuroku", "1"], ["Set-Cookie", "a=b"]],
  text: `<!DOCTYPE html><html lang="${lang}" data-theme="${lang === "ja" ? "dark" : "auto"}"${more}><head><meta charset="utf-8">
    <meta name="theme-color" content="${lang === "ja" ? "#15130f" : "#f7f1e3"}"><title>${title}</title></head>
    <body><h1>${title}</h1>${body}</body></html>`,
});
const json = (value) => ({
  status: 200,
  headers: [["Content-Type", "application/json"], ["X-Takuroku", "1"]],
  text: JSON.stringify(value),
});

const LINKS = `<p>${[1, 2, 3].map((number) => `<a id="to${number}" href="${"{scope}"}a/${number}">${number}</a>`).join(" ")}
  <a id="out" href="http://127.0.0.1:1/">out</a> <a id="licences" href="{scope}licences.html">licences</a>
  <a id="file" href="{scope}file.csv">file</a> <a id="saved" href="{scope}file.csv" download>saved</a>
  <a id="down" href="#below">below</a></p>
  <form method="post" action="{scope}entries"><input name="key" value="k1"><input name="text">
  <button>Send</button></form><p id="below">below</p>`;

async function answer({ method, url, headers, body, referrer, languages, carried }) {
  const { pathname, search } = new URL(url);
  const path = pathname.slice(scope.pathname.length);
  const links = LINKS.replaceAll("{scope}", scope.pathname);
  const text = body && new TextDecoder("latin1").decode(body);
  if (path === "") return html("Home", links);
  if (/^a\/\d$/.test(path)) return html(`Page ${path.at(-1)}`, links, path === "a/3" ? "ja" : "en");
  if (path === "blank") return html("Blank", links, "en", 200, ' data-record="empty"');
  if (path === "begun") return html("Begun", links, "en", 200, ' data-record="begun"');
  if (path === "sheet") return html("Sheet", `<main data-sheet></main>${links}`);
  if (path === "echo") return json({ method, url, headers, text, referrer, languages });
  if (path === "entries" && method === "POST") {
    // The first time it takes longer than a tab lives.
    if (search === "?slow" && !(await read("slow"))) {
      await write("slow", "begun");
      await pause(60_000);
    }
    await write("entries", `${(await read("entries")) ?? ""}${text}\n`);
    return { status: 303, headers: [["Location", `${scope.pathname}a/2?saved`]], text: "" };
  }
  if (path === "entries") return json((await read("entries")) ?? "");
  if (path === "etag") {
    const known = headers.some(([name, value]) => name === "if-none-match" && value === '"1"');
    return { status: known ? 304 : 200, headers: [["ETag", '"1"'], ["X-Takuroku", "1"]], text: known ? "" : "text" };
  }
  if (path === "file.csv") {
    const disposition = 'attachment; filename="results.csv"';
    return { status: 200, headers: [["Content-Type", "text/csv"], ["Content-Disposition", disposition]], text: "a,b\n" };
  }
  if (path === "call") {
    const [[how, , status, came] = []] = carried;
    if (!how) return { call: { method: "GET", url: decodeURIComponent(search.slice(1)), headers: [], seconds: 15 } };
    return json({ how, status, text: new TextDecoder().decode(came) });
  }
  if (path === "crash") throw new Error("crash");
  return html("Not found", links, "en", 404);
}

async function ask(request, port) {
  try {
    const { call, status, headers, text } = await answer(request);
    if (call) return port.postMessage({ call });
    // What has ended writes no answer.
    if (stopped) return;
    const body = new TextEncoder().encode(text).buffer;
    port.postMessage({ status, headers, body }, [body]);
  } catch (error) {
    port.postMessage({ type: "broke", detail: String(error) });
  }
}

async function start(message) {
  scope = new URL(message.scope);
  for (const stage of ["runtime", "libraries", "app", "record"]) self.postMessage({ type: "stage", stage });
  await pause(Number((await read("start")) ?? 100));
  const reason = await read("fail");
  if (reason && !(reason === "pending-migrations" && message.mayMigrate)) self.postMessage({ type: "failed", reason, detail: `It was to be ${reason}.` });
  else self.postMessage({ type: "ready" });
}

self.addEventListener("message", async ({ data, ports }) => {
  if (data.type === "start") await start(data);
  else if (data.type === "ask") await ask(data.request, ports[0]);
  else if (data.type === "at-rest?") self.postMessage({ type: "at-rest", value: (await read("playing")) !== "yes" });
  else if (data.type === "stop") {
    stopped = true;
    await write("stopped", "yes");
    self.postMessage({ type: "stopped" });
  }
});
