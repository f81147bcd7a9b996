// Retries a page that failed without the record, until it loads.

export async function retry(link) {
  const seconds = Number(link.dataset.again);
  for (;;) {
    await new Promise((wake) => setTimeout(wake, seconds * 1000));
    if (!link.isConnected) return;
    if (!document.hidden && (await siteAnswers())) return location.reload();
  }
}

export async function siteAnswers() {
  try {
    const answer = await fetch(location.href, { method: "HEAD", credentials: "same-origin" });
    return answer.headers.has("X-Takuroku") && answer.status !== 503;
  } catch {
    return false;
  }
}
