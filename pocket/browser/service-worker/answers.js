// Answers a request: with the shell, a file, the engine's answer, or a page that says why there is none.

// A shell that is awake acknowledges at once.
const HEARING_TIMEOUT = 5000;
const RETRY_AFTER = 3;
// A page without the shell, so that it works where the shell does not start.
const CHECK = ["check", "check.html"];
const WITHOUT_BODY = [204, 205, 304];
// A 500 is not retried: the request broke the engine.
const STATUS = { nobody: 503, unsure: 503, broke: 500 };

async function answer(event, pathname) {
  const { request } = event;
  const path = pathname.slice(SCOPE.length);
  if (CHECK.includes(path)) return (await file("check.html", request)) ?? fetch(addressOf("check.html"));
  if (path === "shared" && request.method === "POST" && isTop(request)) return keepShared(request, SCOPE);
  if (isTop(request)) return shell(event);
  if (path === "index.html") return Response.redirect(addressOf(""));
  return (await file(path, request)) ?? asked(request);
}

const attribute = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

// A navigation of the tab, not of the frame.
const isTop = ({ mode, destination }) => mode === "navigate" && !["iframe", "frame"].includes(destination);

// The base lets the shell find its files at any path. The frame has its page from the start, or browsers would not
// restore it from their history.
async function shell(event) {
  const cacheName = PAGES + (await shown()).version;
  const kept = await caches.match(addressOf("index.html"), { cacheName });
  if (!kept) event.waitUntil(fillAgain());
  // Functions, because an address may contain $ patterns.
  const text = (await (kept ?? (await fetch(addressOf("")))).text())
    .replace('<base href="./">', () => `<base href="${attribute(SCOPE)}">`)
    .replace('<iframe id="page"', () => `<iframe id="page" src="${attribute(event.request.url)}"`);
  return new Response(text, { headers: { "Content-Type": TYPES.html } });
}

async function file(path, { method }) {
  const { version, files } = await shown();
  const kept = await caches.match(addressOf(path), { cacheName: isPage(path) ? PAGES + version : FILES });
  if (kept) return method === "HEAD" ? new Response(null, kept) : kept;
  return path in files || !isPage(path) ? fetch(addressOf(path)) : null;
}

async function asked(original) {
  const request = await plain(original);
  for (;;) {
    const client = await leading();
    if (!client) return inWords("nobody", request);
    const came = await ask(client, request);
    if (came.status) return answerOf(came, request);
    if (came.type === "broke") return inWords("broke", request);
    // Nobody knows if it was done: repeat only what is idempotent.
    if (came.begun && !isHarmless(request)) return inWords("unsure", request);
  }
}

async function plain(request) {
  const { method, url, referrer } = request;
  return {
    method,
    url: url.split("#")[0],
    headers: [...request.headers],
    body: ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer(),
    referrer,
  };
}

// Resolves to the engine's answer, or to whether it had begun the request, which must then go to the next leader.
function ask(client, request) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let begun = false;
    const end = (came) => {
      clearInterval(watch);
      clearTimeout(deaf);
      port1.close();
      if (!came.status && leader === client.id) leader = null;
      resolve(came);
    };
    const watch = setInterval(async () => (await clients.get(client.id)) ?? end({ begun }), LOOK_EVERY);
    // The tab may be asleep; if it wakes after this time, it ignores the request.
    const until = Date.now() + HEARING_TIMEOUT;
    const deaf = setTimeout(() => {
      tellAll({ type: "deaf" });
      end({ begun });
    }, HEARING_TIMEOUT);
    port1.onmessage = ({ data }) => {
      if (data.type === "heard") clearTimeout(deaf);
      else if (data.type === "begun") begun = true;
      else if (data.type === "again") end({ begun });
      else end(data);
    };
    client.postMessage({ type: "ask", request, until }, [port2]);
  });
}

// Entries have a key that makes repeats harmless.
function isHarmless({ method, headers, body }) {
  if (["GET", "HEAD", "PUT", "DELETE"].includes(method)) return true;
  if (headers.some(([name]) => name.toLowerCase() === "idempotency-key")) return true;
  return /(^|[&?])key=[^&]|name="key"/.test(new TextDecoder("latin1").decode(body));
}

function answerOf({ status, headers, body }, { method, url }) {
  const given = new Headers();
  for (const [name, value] of headers) {
    // A constructed response has no URL to resolve a relative address against.
    given.append(name, name.toLowerCase() === "location" ? new URL(value, url).href : value);
  }
  const empty = method === "HEAD" || WITHOUT_BODY.includes(status);
  return new Response(empty ? null : body, { status, headers: given });
}

async function inWords(why, { method, referrer, url }) {
  const { parts } = await shown();
  const words = await (await file(`${parts.shell}words.json`, { method: "GET" })).json();
  const wanted = [await noted("language"), ...navigator.languages].map((each) => each?.slice(0, 2));
  const language = wanted.find((each) => each in words) ?? "en";
  const say = (name) => words[language][name];
  const asksAgain = method === "GET" && why === "nobody";
  const back = asksAgain ? url : referrer.startsWith(registration.scope) ? referrer : addressOf("");
  const text = `<!DOCTYPE html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${asksAgain ? `<meta http-equiv="refresh" content="${RETRY_AFTER}">` : ""}
    <title>${say(`${why}.title`)}</title>
    <link rel="stylesheet" href="${addressOf(parts.shell)}shell.css">
  </head>
  <body>
    <main class="words" data-untaken>
      <h1>${say(`${why}.title`)}</h1>
      <p data-sending="${say(`${why}.title`)}">${say(asksAgain ? "nobody.text" : `${why}.unsaved`)}</p>
      <a class="button main" href="${attribute(back)}">${say(asksAgain ? "again" : "back")}</a>
    </main>
  </body>
</html>
`;
  return new Response(method === "HEAD" ? null : text, {
    status: STATUS[why],
    headers: { "Content-Type": TYPES.html, "Retry-After": String(RETRY_AFTER), "X-Takuroku": "1", "Cache-Control": "no-store" },
  });
}
