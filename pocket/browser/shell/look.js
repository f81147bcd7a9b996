// Applies the pages' last language and theme before anything is drawn.
(() => {
  const page = document.documentElement;
  const spoken = navigator.languages.map((each) => each.slice(0, 2)).find((each) => ["en", "ja"].includes(each));
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(`shell ${new URL(document.baseURI).pathname}`)) ?? {};
  } catch {
    // Storage is forbidden: keep the browser's defaults.
  }
  page.classList.add("script");
  page.lang = kept.language ?? spoken ?? "en";
  if (kept.theme) page.dataset.theme = kept.theme;
})();
