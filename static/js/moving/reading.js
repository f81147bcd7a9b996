// Reads one moving code: its frames in any order, those of an earlier visit too, until the file is there and checked.
// `store` keeps frames on the phone, see `sync/storage.js`. Errors have a name: "damaged", "too-large".
import { named } from "../core/files.js";
import { nameOf } from "../core/phone.js";
import { Decoder, hasHash, readFrame, streamOf } from "./fountain.js";

const KEPT = nameOf("moving:");
// After so many frames of another code, one after the other, that one is meant.
const OTHERS = 3;

export class Reading {
  constructor(store) {
    Object.assign(this, { store, stream: null, decoder: null, others: 0, file: null });
  }

  // Takes scanned bytes; whether they were new.
  async take(bytes) {
    const frame = readFrame(bytes);
    if (!frame || !(await this.isOfThis(frame)) || this.decoder.progress === 1 || !this.decoder.take(frame)) return false;
    // Nobody waits for it.
    this.store.keep(`${KEPT}${this.stream} ${frame.number}`, btoa(String.fromCharCode(...bytes)));
    return true;
  }

  get progress() {
    return this.decoder?.progress ?? 0;
  }

  // The file, unpacked, once the progress is 1; at most so many bytes. One that is refused is forgotten.
  async whole(most) {
    this.file ??= this.decoder.whole();
    try {
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", this.file));
      if (!hasHash(digest, this.hash)) throw named("damaged");
      return await unpacked(this.file, most);
    } catch (error) {
      await this.forget();
      throw error;
    }
  }

  async forget() {
    Object.assign(this, { stream: null, decoder: null, others: 0, file: null });
    await this.store.forgetUnder(KEPT);
  }

  async isOfThis(frame) {
    const stream = streamOf(frame);
    if (stream === this.stream) {
      this.others = 0;
      return true;
    }
    this.others += 1;
    if (this.stream && this.progress < 1 && this.others < OTHERS) return false;
    await this.begin(frame, stream);
    return true;
  }

  async begin(frame, stream) {
    const kept = await this.store.keptUnder(`${KEPT}${stream} `);
    if (!kept.length) await this.store.forgetUnder(KEPT);
    Object.assign(this, { stream, decoder: new Decoder(frame), hash: frame.hash.slice(), others: 0, file: null });
    for (const [, text] of kept) {
      const known = readFrame(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
      if (known && streamOf(known) === stream) this.decoder.take(known);
    }
  }
}

async function unpacked(bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw named("damaged", error);
    });
    if (done) return new Blob(parts);
    length += value.length;
    if (length > most) {
      reader.cancel();
      throw named("too-large");
    }
    parts.push(value);
  }
}
