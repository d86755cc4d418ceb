// SHA-256 (FIPS 180-4), in a page of its own so that it can be read: nothing here comes from Umpire or from the network.

const BLOCK_BYTES = 64;
const HASH_ROUNDS = 64;

/** The first 32 bits of the fractional part of a number. */
function fraction(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32) >>> 0;
}

/** The first primes. */
function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

// Section 4.2.2: of the cube roots of the first 64 primes. Section 5.3.3: of the square roots of the first 8.
const ROUND_CONSTANTS = primes(HASH_ROUNDS).map((prime) => fraction(Math.cbrt(prime)));
const INITIAL = primes(8).map((prime) => fraction(Math.sqrt(prime)));

function rotatedRight(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** The message, a one, zeros, and the message's length in bits. Section 5.1.1. */
function padded(bytes) {
  const length = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  return view;
}

/** Section 6.2.2, step 1. */
function schedule(view, start) {
  const words = new Uint32Array(HASH_ROUNDS);
  for (let at = 0; at < HASH_ROUNDS; at += 1) {
    if (at < 16) {
      words[at] = view.getUint32(start + 4 * at);
      continue;
    }
    const [early, late] = [words[at - 15], words[at - 2]];
    const first = rotatedRight(early, 7) ^ rotatedRight(early, 18) ^ (early >>> 3);
    const second = rotatedRight(late, 17) ^ rotatedRight(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
  return words;
}

/** The 32 bytes of a message's hash. */
export function sha256(bytes) {
  const view = padded(bytes);
  const hash = Uint32Array.from(INITIAL);
  for (let start = 0; start < view.byteLength; start += BLOCK_BYTES) {
    const words = schedule(view, start);
    let [a, b, c, d, e, f, g, h] = hash;
    for (let round = 0; round < HASH_ROUNDS; round += 1) {
      const upper = rotatedRight(e, 6) ^ rotatedRight(e, 11) ^ rotatedRight(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + upper + choice + ROUND_CONSTANTS[round] + words[round]) | 0;
      const lower = rotatedRight(a, 2) ^ rotatedRight(a, 13) ^ rotatedRight(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + lower + majority) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => out.setUint32(4 * at, word));
  return new Uint8Array(out.buffer);
}
