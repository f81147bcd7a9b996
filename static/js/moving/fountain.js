// A fountain code (Luby transform): endless frames, each the sum (XOR) of some blocks. Whichever frames are caught, a few
// more than there are blocks give the whole. Which blocks follows from the frame's number; docs/codes.md says how.

// The whole numbers of 32 bits that follow from a frame's number: splitmix32.
export function numbersOf(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

// The places of the blocks that a frame sums up, in the order in which they are drawn.
export function blocksOf(number, count) {
  const next = numbersOf(number);
  const degree = degreeFor(next(), count);
  const places = new Set();
  while (places.size < degree) places.add(next() % count);
  return [...places];
}

// How many blocks: every second time an odd number of about twice the root, else by the ideal soliton distribution.
function degreeFor(drawn, count) {
  if (drawn & 1) return Math.min((count >> 1) | 1, 2 * Math.floor(Math.sqrt(count)) + 1);
  const share = drawn >>> 1;
  return share * count < 2 ** 31 ? 1 : Math.ceil(2 ** 31 / share);
}

// Makes frames of bytes; `hash` is their SHA-256, `version` that of the format. Throws RangeError where they are too many or none.
export class Encoder {
  constructor(bytes, hash, version = 1) {
    if (!bytes.length || bytes.length > MAX_BYTES) throw new RangeError(`${bytes.length} bytes`);
    const { count, size } = cut(bytes.length);
    this.count = count;
    this.stream = { length: bytes.length, size, hash, version };
    this.blocks = Array.from({ length: count }, (_, place) => inWords(bytes.subarray(place * size, (place + 1) * size), size));
  }

  // The frame with this number, from 0 to 2³² − 1.
  frame(number) {
    const { size } = this.stream;
    const sum = new Uint32Array(wordsFor(size));
    for (const place of blocksOf(number, this.count)) add(sum, this.blocks[place]);
    return writeFrame(this.stream, number, new Uint8Array(sum.buffer, 0, size));
  }
}

// Solves frames of one stream in any order, as they come. Each new one is reduced by those before it to a row that
// begins with another block than theirs (elimination over GF(2)), so as many rows are held as there are blocks at most.
export class Decoder {
  constructor({ length, size, count }) {
    Object.assign(this, { length, size, count, known: 0 });
    this.rows = new Array(count);
  }

  // Takes a frame; whether it says anything that those before it do not.
  take({ number, block }) {
    const row = { places: new Uint32Array(wordsFor(this.count, 32)), sum: inWords(block, this.size) };
    for (const place of blocksOf(number, this.count)) row.places[place >>> 5] |= 1 << (place & 31);
    for (let first = firstOf(row.places, 0); first !== null; first = firstOf(row.places, first)) {
      const other = this.rows[first];
      if (!other) {
        this.rows[first] = row;
        this.known += 1;
        return true;
      }
      add(row.places, other.places, first >>> 5);
      add(row.sum, other.sum);
    }
    return false;
  }

  // The share of what is needed that came, from 0 to 1.
  get progress() {
    return this.known / this.count;
  }

  // The whole bytes once the progress is 1, else null; unchecked. Nothing may be taken afterwards.
  whole() {
    if (this.known < this.count) return null;
    const whole = new Uint8Array(this.count * this.size);
    for (let place = this.count - 1; place >= 0; place--) {
      const { sum } = this.rows[place];
      for (let before = 0; before < place; before++) {
        const row = this.rows[before];
        if ((row.places[place >>> 5] >>> (place & 31)) & 1) add(row.sum, sum);
      }
      whole.set(new Uint8Array(sum.buffer, 0, this.size), place * this.size);
    }
    return whole.subarray(0, this.length);
  }
}

const wordsFor = (parts, perWord = 4) => Math.ceil(parts / perWord);

function inWords(bytes, size) {
  const words = new Uint32Array(wordsFor(size));
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

function add(sum, other, from = 0) {
  for (let place = from; place < sum.length; place++) sum[place] ^= other[place];
}

// The first block of a row at or after a place, or null where it has none.
function firstOf(places, from) {
  for (let word = from >>> 5; word < places.length; word++) {
    if (places[word]) return word * 32 + 31 - Math.clz32(places[word] & -places[word]);
  }
  return null;
}

// --- a frame: a head of 22 bytes, and a block. docs/codes.md has the format ----------

const MAGIC = [0x54, 0x4b, 0x4d]; // "TKM", before the version as a digit
const NEWEST = 2;
const DIGITS = 0x30;
const HEAD = 22;
const HASH = 8;
// What a frame has in bytes, so that its QR code has 105 squares a side (version 22, level L: 1,003 bytes).
const MAX_FRAME = 1003;
const MAX_BLOCK = MAX_FRAME - HEAD;
// Bytes of the whole, packed: some four minutes at ten frames a second.
export const MAX_BYTES = 2 * 1024 ** 2;
const MAX_BLOCKS = 8192;

// In how many blocks so many bytes are sent, and the bytes of each: as few as fit, all of them alike.
export function cut(length) {
  const count = Math.ceil(length / MAX_BLOCK);
  return { count, size: Math.ceil(length / count) };
}

function writeFrame({ length, size, hash, version }, number, block) {
  const frame = new Uint8Array(HEAD + size);
  const head = new DataView(frame.buffer);
  frame.set([...MAGIC, DIGITS + version]);
  head.setUint32(4, length);
  head.setUint16(8, size);
  frame.set(hash.subarray(0, HASH), 10);
  head.setUint32(18, number);
  frame.set(block, HEAD);
  return frame;
}

// What a frame says, or null where the bytes are none that may be taken. Nothing is copied.
export function readFrame(bytes) {
  if (!isFrame(bytes) || bytes.length <= HEAD) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD);
  const [length, size, number] = [head.getUint32(4), head.getUint16(8), head.getUint32(18)];
  if (length < 1 || length > MAX_BYTES || size > length || bytes.length !== HEAD + size) return null;
  const count = Math.ceil(length / size);
  if (count > MAX_BLOCKS) return null;
  return { length, size, count, hash: bytes.subarray(10, 10 + HASH), number, block: bytes.subarray(HEAD) };
}

// Whether bytes are a frame of another version of this format, which only a newer site knows.
export const isOfOtherVersion = (bytes) => !isFrame(bytes) && isOfAnyVersion(bytes);

const isFrame = (bytes) => isOfAnyVersion(bytes) && bytes[3] > DIGITS && bytes[3] <= DIGITS + NEWEST;

const isOfAnyVersion = (bytes) => MAGIC.every((sign, place) => bytes[place] === sign);

// Whether a SHA-256 is the one that the frames begin.
export const hasHash = (digest, hash) => hash.every((byte, place) => digest[place] === byte);

// The name of what a frame belongs to: frames with other names have nothing to do with each other.
export const streamOf = ({ length, size, hash }) => `${length} ${size} ${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
