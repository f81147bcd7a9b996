// Takes what another app shared, once: { files, text } as share-target.js has kept it, null where the address says that
// nothing was.
export async function takeShared() {
  if (location.hash !== "#shared") return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  const shared = { files: [], text: "" };
  if (!globalThis.caches) return shared;
  const name = `${document.body.dataset.root} shared`;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const called = kept.headers.get("X-Name");
    if (called === null) shared.text = await kept.text();
    else shared.files.push(new File([await kept.blob()], decodeURIComponent(called), { type: kept.headers.get("Content-Type") ?? "" }));
  }
  await caches.delete(name);
  return shared;
}
