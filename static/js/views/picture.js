// Converts the server's SVG to a PNG to share, because not every chat accepts an SVG.

export async function enhance(place) {
  const image = place.querySelector("img");
  const button = place.querySelector("button");
  let picture = null;
  try {
    await image.decode();
    picture = await pngOf(image, button.dataset.name);
  } catch {
    return; // The drawing is on the page, and can be kept from there.
  }
  button.hidden = false;
  button.addEventListener("click", () => send(picture));
}

function pngOf(image, name) {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(new File([blob], name, { type: "image/png" })) : failed(new Error("no picture"))), "image/png");
  });
}

async function send(picture) {
  if (navigator.canShare?.({ files: [picture] })) {
    try {
      return await navigator.share({ files: [picture] });
    } catch (error) {
      // Sharing was called off, which is an answer; whatever else went wrong, the picture is kept.
      if (error.name === "AbortError") return null;
    }
  }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(picture), download: picture.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return null;
}
