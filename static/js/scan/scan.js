// The door: a camera, six signs, a pasted link, pictures. What a text leads to is decided in leads.js, and of signs by the site.
import { named, takeShared } from "../core/files.js";
import { fill } from "../core/elements.js";
import { ask } from "../sync/net.js";
import { keepAwake } from "../views/awake.js";
import { frames, openCamera, openDecoder } from "./camera.js";
import { isJoinCode, isMovingFrame, leadOf } from "./leads.js";

// Pixels of a picture's longer side: larger ones are read no better.
const LARGEST_PICTURE = 2400;
const LONGEST_ADDRESS = 500;
// More than a QR code has room for; a pasted text may be longer.
const LONGEST_TEXT = 8000;

export function enhance(place) {
  const part = (name) => place.querySelector(`[data-${name}]`);
  const [video, toggle, torch, cameras, report, wrong, found] = ["video", "toggle", "torch", "cameras", "report", "wrong", "found"].map(part);
  const [pictures, paste, form, unsent] = ["pictures", "paste", "enter", "unsent"].map(part);
  const field = form.elements.code;
  const words = (name) => place.getAttribute(`data-say-${name}`);
  const root = new URL(place.dataset.root, location.href).href;
  const leads = (text) => leadOf(text, root, place.dataset.group);
  let camera = null;
  let wanted = false;
  // Which start of the camera it is: an earlier one may still be under way.
  let turn = 0;

  for (const each of [toggle, pictures.closest(".button")]) each.hidden = false;
  paste.hidden = !navigator.clipboard?.readText;
  // One red button a screen, and the sixth sign needs none.
  form.querySelector(".main").classList.remove("main");
  toggle.addEventListener("click", () => (wanted ? stop() : start()));
  cameras.addEventListener("change", () => start(cameras.value));
  torch.addEventListener("click", () => light(torch.getAttribute("aria-pressed") === "false"));
  pictures.addEventListener("change", () => readPictures([...pictures.files]));
  paste.addEventListener("click", pasteText);
  form.addEventListener("submit", enter);
  field.addEventListener("input", (event) => {
    if (!event.isComposing) openAtSixth();
  });
  field.addEventListener("compositionend", openAtSixth);
  // A phone takes the camera from a page that is not looked at.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else if (wanted) start(cameras.value);
  });
  addEventListener("pagehide", close);
  begin();

  // With what another app shared, or with the camera.
  async function begin() {
    const shared = await takeShared();
    // What was typed before this script was there waits to be opened.
    if (!shared) return field.value === field.defaultValue ? startIfAllowed() : openAtSixth();
    if (shared.files.length) return readPictures(shared.files);
    return shared.text.trim() ? lead([leads(shared.text)]) : complain("unread");
  }

  // Where the camera was allowed before, nothing is asked, so that no tap is needed; not where something typed is to be mended.
  async function startIfAllowed() {
    if (field.ariaInvalid === "true") return;
    try {
      const { state } = await navigator.permissions.query({ name: "camera" });
      if (state === "granted" && !document.hidden && !wanted) await start();
    } catch {
      // Not every browser tells.
    }
  }

  async function start(id) {
    close();
    clear();
    show(true);
    report.textContent = words("starting");
    const own = turn;
    try {
      const reading = openDecoder();
      // Reported below, when the camera has been asked for.
      reading.catch(() => {});
      const opened = await openCamera(video, id);
      if (own !== turn) return opened.close();
      camera = opened;
      const reader = await reading;
      if (own !== turn) return;
      report.textContent = words("aim");
      offer(opened);
      await frames(video, async (image) => {
        const [code] = await reader.read(image);
        return own === turn && (!code || (await take([code])));
      });
    } catch (error) {
      if (own !== turn) return;
      stop();
      refuse(error);
    }
  }

  function stop() {
    close();
    show(false);
    report.textContent = "";
  }

  function close() {
    turn += 1;
    camera?.close();
    camera = null;
  }

  function show(on) {
    wanted = on;
    video.hidden = !on;
    for (const each of [torch, cameras.closest(".field")]) each.hidden = true;
    toggle.textContent = words(on ? "stop" : "start");
    toggle.classList.toggle("main", !on);
    keepAwake(on);
  }

  // A light and a choice of cameras, where there are some.
  function offer({ torch: hasLight, cameras: all, id }) {
    torch.hidden = !hasLight;
    torch.setAttribute("aria-pressed", "false");
    cameras.closest(".field").hidden = all.length < 2;
    cameras.replaceChildren(
      ...all.map((each, number) => new Option(each.label || fill(words("camera"), { number: number + 1 }), each.id, false, each.id === id)),
    );
  }

  async function light(on) {
    await camera?.torch(on).catch(() => (on = false));
    torch.setAttribute("aria-pressed", String(on));
  }

  async function readPictures(files) {
    if (!files.length) return;
    stop();
    clear();
    report.textContent = words("reading");
    try {
      const reader = await openDecoder();
      const codes = [];
      let isRead = false;
      for (const file of files) {
        if (file.type.startsWith("video/")) isRead = (await readFilm(file, reader)) || isRead;
        else codes.push(...(await reader.read(await pictureOf(file), { thorough: true })));
      }
      report.textContent = "";
      if (codes.length) await take(codes);
      else if (!isRead) complain("no-code");
    } catch (error) {
      refuse(error);
    }
    pictures.value = "";
  }

  // Plays a film, such as one of a screen that showed a moving code; whether a code was in it.
  async function readFilm(file, reader) {
    const address = URL.createObjectURL(file);
    const own = turn;
    let isRead = false;
    try {
      video.src = address;
      video.hidden = false;
      await video.play().catch((error) => {
        throw named("no-picture", error);
      });
      const look = async (image) => {
        const [code] = await reader.read(image);
        isRead ||= Boolean(code);
        return !code || take([code]);
      };
      await frames(video, look, () => own === turn && !video.ended);
    } finally {
      // The camera may have been started meanwhile.
      if (own === turn) stop();
      if (!camera) video.removeAttribute("src");
      URL.revokeObjectURL(address);
    }
    return isRead;
  }

  // In Japanese letters are composed first.
  function openAtSixth() {
    if (isJoinCode(field.value) && "signs" in form.dataset) form.requestSubmit();
  }

  async function pasteText() {
    try {
      field.value = await navigator.clipboard.readText();
    } catch {
      // Not allowed: it is pasted by hand.
      return field.focus();
    }
    return form.requestSubmit();
  }

  // What is no link goes to the site, if that can be reached: it says what is wrong at the field.
  async function enter(event) {
    event.preventDefault();
    clear();
    const way = leads(field.value);
    if (way.to !== "nothing") return lead([way]);
    if (form.dataset.sending) return null;
    form.dataset.sending = "yes";
    const { meaning } = await ask(location.pathname, { method: "HEAD" });
    delete form.dataset.sending;
    if (meaning === "none") return complain("unsent", unsent);
    stop();
    return form.submit();
  }

  // Takes codes that were read; whether the camera is to go on.
  async function take(codes) {
    const moving = codes.filter(({ bytes }) => isMovingFrame(bytes));
    if (moving.length && place.dataset.receiver) return receive(moving);
    stop();
    const texts = new Set(codes.map(({ text }) => text));
    lead([...texts].map(leads));
    return false;
  }

  // Frames of a moving code belong to a module that says whether it wants more of them.
  async function receive(moving) {
    const receiver = await import(place.dataset.receiver);
    let more = true;
    for (const { bytes } of moving) more = more && (await receiver.receive(place, bytes));
    if (!more) stop();
    oneMain();
    return more;
  }

  // One red button a screen: what was read is opened or imported next.
  function oneMain() {
    toggle.classList.toggle("main", !wanted && !place.querySelector("a.main, form .main"));
  }

  // One that leads to this site is opened at once: a game is only shown, and a link that lets in asks there. All else is reported.
  function lead(all) {
    if (all.length === 1 && ["game", "here"].includes(all[0].to)) return location.assign(all[0].address);
    found.replaceChildren(...all.map(resultOf));
    found.hidden = false;
    oneMain();
    found.focus();
    found.scrollIntoView({ block: "nearest" });
    return null;
  }

  function resultOf({ to, address, host, text }) {
    const box = place.querySelector(`template[data-to=${to}]`).content.cloneNode(true);
    const [link, exact] = [box.querySelector("a"), box.querySelector("[data-exact]")];
    if (link) link.href = address;
    if (exact) exact.textContent = address?.slice(0, LONGEST_ADDRESS) ?? text.slice(0, LONGEST_TEXT);
    for (const each of box.querySelectorAll("[data-host]")) each.textContent = host;
    return box;
  }

  function refuse(error) {
    // Other errors are faults of the page, and are to be seen as such.
    if (!words(error.name)) throw error;
    complain(error.name);
  }

  function complain(name, line = wrong) {
    report.textContent = "";
    line.setAttribute("role", "alert");
    line.textContent = words(name);
    line.hidden = false;
  }

  function clear() {
    for (const line of [wrong, unsent]) {
      line.hidden = true;
      line.removeAttribute("role");
    }
    found.hidden = true;
    found.replaceChildren();
  }
}

// A picture no larger than it needs to be.
async function pictureOf(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch (error) {
    throw named("no-picture", error);
  }
  const scale = Math.min(1, LARGEST_PICTURE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.ceil(bitmap.width * scale), height: Math.ceil(bitmap.height * scale) });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
