// The page that shares a game: its picture and its text leave the phone together, or each alone.
import { make } from "../core/elements.js";
import { download, shareFile } from "../core/files.js";
import { copy, pngOf } from "./share.js";

export function enhance(place) {
  const part = (name) => place.querySelector(`[data-${name}]`);
  const [both, picture, words] = ["both", "picture", "words"].map(part);
  const text = place.querySelector("textarea");
  const { name, copied, sayWords, sayCopy } = place.dataset;
  for (const button of [both, picture, words]) button.dataset.copied = copied;
  // Made before the tap, which browsers count for some seconds; the drawing is on the page where it could not be made.
  const drawn = draw(place.querySelector("img"), name);
  drawn.then((file) => (picture.hidden = !file));
  const story = part("story");
  if (story) offerStory(story, draw(make("img", { src: story.href }), name.replace(".", "-story.")));

  async function draw(image, called) {
    try {
      await image.decode();
      return await pngOf(image, called);
    } catch {
      return null;
    }
  }

  const takesPictures = navigator.canShare?.({ files: [new File([""], name, { type: "image/png" })], text: name }) ?? false;
  if (!takesPictures) both.querySelector("span").textContent = navigator.share ? sayWords : sayCopy;
  both.hidden = false;
  // Where the first button sends the text alone, a second one would do the same.
  words.hidden = !takesPictures;
  both.addEventListener("click", async () => {
    const file = takesPictures && (await drawn);
    return send(both, { ...(file && { files: [file] }), text: text.value });
  });
  words.addEventListener("click", () => send(words, { text: text.value }));
  picture.addEventListener("click", () => sendPicture(drawn));

  async function send(button, what) {
    if (!navigator.share) return copyText(button);
    try {
      await navigator.share(what);
    } catch (error) {
      // Called off: nothing is lost.
      if (error.name !== "AbortError") await copyText(button);
    }
  }

  // Where it cannot be made, the link shows the drawing.
  function offerStory(link, made) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      if (await made) sendPicture(made);
      else location.assign(link.href);
    });
  }

  async function sendPicture(made) {
    const file = await made;
    await shareFile(file).catch(() => download(file));
  }

  // Over plain HTTP only what is seen can be copied.
  function copyText(button) {
    if (!navigator.clipboard) text.classList.remove("without-script");
    return copy(button, "#text");
  }
}
