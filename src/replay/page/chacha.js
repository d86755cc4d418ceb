// ChaCha20 (D. J. Bernstein, 2008): a stream of 32-bit words from a key of 32 bytes and the number of a stream, with a 64-bit counter of
// blocks. It's what the dice come from.

const CIPHER_ROUNDS = 20;
const WORDS = 16;
/** "expand 32-byte k". */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

function rotatedLeft(word, by) {
  return (word << by) | (word >>> (32 - by));
}

function quarterRound(x, a, b, c, d) {
  x[a] += x[b];
  x[d] = rotatedLeft(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = rotatedLeft(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = rotatedLeft(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = rotatedLeft(x[b] ^ x[c], 7);
}

/** Block number `counter` of a stream: 16 words. */
export function block(key, stream, counter) {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const keyWords = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at, true));
  const start = Uint32Array.from([...CONSTANTS, ...keyWords, counter, Math.floor(counter / 2 ** 32), stream, 0]);
  const x = Uint32Array.from(start);
  for (let round = 0; round < CIPHER_ROUNDS; round += 2) {
    quarterRound(x, 0, 4, 8, 12);
    quarterRound(x, 1, 5, 9, 13);
    quarterRound(x, 2, 6, 10, 14);
    quarterRound(x, 3, 7, 11, 15);
    quarterRound(x, 0, 5, 10, 15);
    quarterRound(x, 1, 6, 11, 12);
    quarterRound(x, 2, 7, 8, 13);
    quarterRound(x, 3, 4, 9, 14);
  }
  return x.map((word, at) => word + start[at]);
}

/** The word at a place in a stream, counted from 0. */
export function wordReader(key, stream) {
  let [held, number] = [null, -1];
  return (at) => {
    const wanted = Math.floor(at / WORDS);
    if (wanted !== number) [held, number] = [block(key, stream, wanted), wanted];
    return held[at % WORDS];
  };
}
