// Calls to another site: the engine, which answers everybody, cannot wait for one; this page can.

const underWay = new Set();

// How it ended, with the address, the status, the headers and the body. It is given up when for so many seconds nothing
// goes out and nothing comes; a request of the old kind is the one that tells of both.
export function call({ method, url, headers, body, seconds }) {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let late;
    const end = (how) => {
      clearTimeout(late);
      underWay.delete(cancel);
      const said = request.getAllResponseHeaders() ?? "";
      resolve([how, url, request.status, said, new Uint8Array(request.response ?? 0)]);
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
