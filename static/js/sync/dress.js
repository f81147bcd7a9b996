// Loads the style sheets of a page before it is shown: its game's, or those that a running step has not.
export function dress(page) {
  const wanted = [...page.head.querySelectorAll("link[rel=stylesheet]")].filter(
    (link) => !document.head.querySelector(`link[href="${link.getAttribute("href")}"]`),
  );
  const loaded = wanted.map((link) => new Promise((done) => {
    const own = document.adoptNode(link);
    own.addEventListener("load", done);
    own.addEventListener("error", done);
    document.head.append(own);
  }));
  return Promise.all(loaded);
}
