// The QR decoder: `const reader = await openDecoder(); await reader.read(image)` gives [{ text, bytes }], the codes in a
// picture (ImageData or ImageBitmap). The library is loaded here and nowhere else, from this site; see decision 052.
import { named } from "../core/files.js";

const WASM = new URL("../../vendor/zxing/zxing_reader.wasm", import.meta.url).href;
const MOST_CODES = 8;
const LIVE = {
  formats: ["QRCodeModel2"],
  maxNumberOfSymbols: 1,
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  textMode: "Plain",
};
// A single picture may take its time: several codes, light ones on dark ground, large ones out of focus.
const THOROUGH = { ...LIVE, maxNumberOfSymbols: MOST_CODES, tryHarder: true, tryInvert: true, tryDownscale: true };

let opened = null;

// Raises an Error named "no-wasm" where the browser can't run it, "no-network" where it could not be loaded.
export function openDecoder() {
  opened ??= loaded().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function loaded() {
  if (typeof WebAssembly !== "object") throw named("no-wasm");
  const [{ prepareZXingModule, readBarcodes }, wasmBinary] = await Promise.all([library(), binary()]);
  try {
    // Handed over here, since the library would ask another host for it.
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  } catch (error) {
    throw named("no-wasm", error);
  }
  return {
    async read(image, { thorough = false } = {}) {
      const found = await readBarcodes(pixelsOf(image), thorough ? THOROUGH : LIVE);
      return found.filter((code) => code.isValid).map(({ text, bytes }) => ({ text, bytes }));
    },
  };
}

async function library() {
  try {
    return await import("../../vendor/zxing/reader.mjs");
  } catch (error) {
    throw named("no-network", error);
  }
}

async function binary() {
  try {
    const response = await fetch(WASM);
    if (!response.ok) throw new Error(String(response.status));
    return await response.arrayBuffer();
  } catch (error) {
    throw named("no-network", error);
  }
}

function pixelsOf(image) {
  if (image instanceof ImageData) return image;
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
