// What another app shares with this one: kept in a cache, for the page that it is led to, see files.js. None of it goes to
// a server. A part of both service workers, so no module.

async function keepShared(request, root) {
  let place = "scan";
  try {
    const form = await request.formData();
    const files = form.getAll("file").filter(({ size }) => size);
    await caches.delete(`${root} shared`);
    const cache = await caches.open(`${root} shared`);
    const keep = (name, body, headers) => cache.put(`${root}shared/${name}`, new Response(body, { headers }));
    await Promise.all(files.map((file, number) => keep(number, file, { "X-Name": encodeURIComponent(file.name) })));
    await keep("text", form.get("url") || form.get("text") || "");
    if (files.some(({ type }) => !/^(image|video)\//.test(type))) place = "scorebook";
  } catch {
    // The page finds nothing, and says so.
  }
  return Response.redirect(`${root}${place}#shared`, 303);
}
