// Loads what reads QR codes: after the first start, since nobody needs it to start and save. See docs/decisions/052.

const WAIT_FOR_DECODER = 24 * 3600000;

// At each start, as an earlier load may have been interrupted.
async function loadDecoder() {
  const kept = await Promise.all(BUILD.decoder.map((path) => caches.match(addressOf(path), { cacheName: FILES })));
  if (!kept.every(Boolean)) await load(BUILD.decoder).catch(() => {}); // Tried again at the next start.
}

// For an update, so that a phone that scans without a network still does afterwards. If it can't be loaded for a day,
// the update is installed without it.
async function waitForDecoder() {
  try {
    await load(BUILD.decoder);
  } catch (error) {
    const [version, since] = (await noted("without-decoder"))?.split(" ") ?? [];
    if (version !== BUILD.version) await note("without-decoder", `${BUILD.version} ${Date.now()}`);
    else if (Date.now() - since > WAIT_FOR_DECODER) return;
    throw error;
  }
}
