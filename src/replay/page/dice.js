// From the seed's words to faces, as docs/VERIFY.md has it: the next word below the largest multiple of the sides, modulo the sides, plus 1.

import { wordReader } from './chacha.js';

/** Stream 0 is that of open rolls, stream 1 that of secret ones. */
export const [OPEN, SECRET] = [0, 1];
const WORD_MAX = 0xffffffff;

/** The dice of a seed, from the word at which another seed stopped. */
export function diceOf(seed, stream, from = 0) {
  const word = wordReader(seed, stream);
  const dice = { used: from };
  dice.face = (sides) => {
    const fairBelow = WORD_MAX - (WORD_MAX % sides);
    for (;;) {
      const next = word(dice.used);
      dice.used += 1;
      if (next < fairBelow) return (next % sides) + 1;
    }
  };
  return dice;
}
