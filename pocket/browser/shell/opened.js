// Files that were opened with the app: kept for the page that imports them, as share-target.js keeps what is shared.
// Only the tab's own window is told of them, and not the frame.

export function takeOpened(scope, goTo) {
  globalThis.launchQueue?.setConsumer(async ({ files: [handle] }) => {
    if (!handle) return;
    const file = await handle.getFile();
    const name = `${scope.pathname} shared`;
    await caches.delete(name);
    const headers = { "X-Name": encodeURIComponent(file.name) };
    await (await caches.open(name)).put(`${scope.pathname}shared/0`, new Response(file, { headers }));
    goTo(new URL("scorebook#shared", scope).href);
  });
}
