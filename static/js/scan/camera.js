// The camera: `const camera = await openCamera(video)`, then `frames(video, look)` and at the end `camera.close()`.
// Errors have a name: "insecure" (no HTTPS), "no-camera", "not-allowed", "in-use" (by another program).
import { named } from "../core/files.js";

const LARGEST = 1280;
const REASONS = {
  NotAllowedError: "not-allowed",
  SecurityError: "not-allowed",
  NotFoundError: "no-camera",
  OverconstrainedError: "no-camera",
  NotReadableError: "in-use",
  AbortError: "in-use",
};

// Shows the picture of a camera in a video element: that with this id, else the one at the back.
// `cameras` are all there are, [{ id, label }]; `torch(on)` is null where the camera has no light.
export async function openCamera(video, id) {
  if (!isSecureContext) throw named("insecure");
  if (!navigator.mediaDevices?.getUserMedia) throw named("no-camera");
  const stream = await streamOf(id);
  const [track] = stream.getVideoTracks();
  const close = () => {
    for (const each of stream.getTracks()) each.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    close();
    throw named("in-use", error);
  }
  return { close, track, id: track.getSettings().deviceId, cameras: await allCameras(), torch: torchOf(track) };
}

async function streamOf(id) {
  const which = id ? { deviceId: { exact: id } } : { facingMode: { ideal: "environment" } };
  const size = { width: { ideal: LARGEST }, height: { ideal: 720 } };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, ...size } });
  } catch (error) {
    throw named(REASONS[error.name] ?? "in-use", error);
  }
}

// Browsers reveal their names only after the camera was allowed.
async function allCameras() {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === "videoinput").map(({ deviceId, label }) => ({ id: deviceId, label }));
}

function torchOf(track) {
  if (!track.getCapabilities?.().torch) return null;
  return (on) => track.applyConstraints({ advanced: [{ torch: on }] });
}

// Calls `await look(image)` with ImageData, one picture after the other, never two at once, always the newest; ends when
// `look` answers false, or the camera is closed, or `goesOn` says so of something else that the video shows.
export async function frames(video, look, goesOn = whileOpen(video)) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  for (;;) {
    await nextFrame(video);
    if (!goesOn()) return;
    const { videoWidth: width, videoHeight: height } = video;
    if (!width) continue;
    const scale = Math.min(1, LARGEST / Math.max(width, height));
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
    context.drawImage(video, 0, 0, across, down);
    if ((await look(context.getImageData(0, 0, across, down))) === false) return;
  }
}

function whileOpen(video) {
  const stream = video.srcObject;
  return () => video.srcObject === stream && Boolean(stream?.active);
}

// Where the picture stands still no new frame comes, so that the wait has an end.
const LONGEST_WAIT = 500;

function nextFrame(video) {
  return new Promise((ready) => {
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(ready);
    else requestAnimationFrame(ready);
    setTimeout(ready, LONGEST_WAIT);
  });
}

// --- the QR decoder ------------------------------------------------------------------

// `const reader = await openDecoder(); await reader.read(image)` gives [{ text, bytes }], the codes in a picture (ImageData or
// ImageBitmap). The library is loaded here and nowhere else, from this site; see docs/decisions.md#052.
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
