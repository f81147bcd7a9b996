// A frame of a moving code: a head of 22 bytes, and a block. docs/moving-code.md has the format.

const MAGIC = [0x54, 0x4b, 0x4d, 0x31]; // "TKM1", whose last sign is the version
const HEAD = 22;
const HASH = 8;
// What a frame has in bytes, so that its QR code has 105 squares a side (version 22, level L: 1,003 bytes).
const MAX_FRAME = 1003;
export const MAX_BLOCK = MAX_FRAME - HEAD;
// Bytes of the whole, packed: some four minutes at ten frames a second.
export const MAX_BYTES = 2 * 1024 ** 2;
export const MAX_BLOCKS = 8192;

// In how many blocks so many bytes are sent, and the bytes of each: as few as fit, all of them alike.
export function cut(length) {
  const count = Math.ceil(length / MAX_BLOCK);
  return { count, size: Math.ceil(length / count) };
}

export function writeFrame({ length, size, hash }, number, block) {
  const frame = new Uint8Array(HEAD + size);
  const head = new DataView(frame.buffer);
  frame.set(MAGIC);
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
export const isOfOtherVersion = (bytes) => !isFrame(bytes) && MAGIC.slice(0, 3).every((sign, place) => bytes[place] === sign);

const isFrame = (bytes) => MAGIC.every((sign, place) => bytes[place] === sign);

// Whether a SHA-256 is the one that the frames begin.
export const hasHash = (digest, hash) => hash.every((byte, place) => digest[place] === byte);

// The name of what a frame belongs to: frames with other names have nothing to do with each other.
export const streamOf = ({ length, size, hash }) => `${length} ${size} ${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
