// Calls another site for the engine, which can't wait for an answer.

const underWay = new Set();

// Resolves to how the call ended, the address, status and body. It times out after this many seconds without progress in
// either direction, which only XMLHttpRequest reports.
export function call({ method, url, headers, body, seconds }) {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let late;
    const end = (how) => {
      clearTimeout(late);
      underWay.delete(cancel);
      resolve([how, url, request.status, new Uint8Array(request.response ?? 0)]);
    };
    const giveUp = (how) => {
      request.onabort = () => end(how);
      request.abort();
    };
    const cancel = () => giveUp("cancelled");
    const goesOn = () => {
      clearTimeout(late);
      late = setTimeout(giveUp, seconds * 1000, "unreachable");
    };
    underWay.add(cancel);
    request.open(method, url);
    request.responseType = "arraybuffer";
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.onload = () => end("answered");
    request.onerror = () => end("unreachable");
    request.onprogress = request.upload.onprogress = goesOn;
    goesOn();
    request.send(body);
  });
}

export function cancelCalls() {
  for (const cancel of [...underWay]) cancel();
}
