// "Check the dice": whether the seed is the one that was promised, every open die is the seed's, and every line is in its chain. The rules
// aren't checked here: `umpire verify` plays the whole log again.

import { fromHex, toHex } from './bytes.js';
import { headsOf } from './chain.js';
import { OPEN, SECRET, diceOf } from './dice.js';
import { sha256 } from './sha256.js';

/** The kind of the public record's chain. */
const RECORD = 'umpire record 2';
/** The digits that a file has of each head. */
const HEAD_DIGITS = 16;

/** Checks a public record: `right` of `total` dice, and a list of sentences with whether each is good. `wrong` has the lines, from 0, that
 * aren't as they should be. With what the GM knows as well, `whole`, the secret dice are checked too, and `wrong` has lines of that. */
export function checkRecord(file, whole = null) {
  const findings = { right: 0, total: 0, said: [], wrong: new Set() };
  const seeds = file.seeds.map((it, at) => checkSeed(it, at, file.seeds.length, findings));
  if (file.title.commitment !== file.seeds[0]?.commitment) {
    say(findings, false, 'The promise in the title isn\u2019t that of the first seed.');
  }
  checkDice({ told: file.record.told, stream: OPEN, of: 'Line' }, file.seeds, seeds, findings);
  checkChain(file, findings);
  if (whole === null) return findings;
  findings.wrong.clear();
  const dice = { told: whole.map((line) => ({ ...line, dice: line.secret })), stream: SECRET, of: 'In secret, line' };
  checkDice(dice, file.seeds, seeds, findings);
  return findings;
}

function say(findings, good, sentence) {
  findings.said.push({ good, sentence });
}

function checkSeed({ seed, commitment }, at, count, findings) {
  const which = count > 1 ? `Seed ${at + 1}` : 'The seed';
  const bytes = fromHex(seed);
  if (bytes?.length !== 32) {
    say(findings, false, `${which} isn\u2019t 64 hexadecimal digits, so its dice can\u2019t be checked.`);
    return null;
  }
  const hash = toHex(sha256(bytes));
  const good = hash === commitment.trim().toLowerCase();
  const is = good ? 'is the one that was promised' : `isn\u2019t the one that was promised, ${commitment}`;
  say(findings, good, `${which} ${is}: its SHA-256 is ${hash}.`);
  return bytes;
}

function checkDice({ told, stream, of }, promised, seeds, findings) {
  let [number, dice] = [0, seeds[0] && diceOf(seeds[0], stream)];
  told.forEach((line, at) => {
    const wrong = (line.dice ?? []).map((die) => wrongDie(dice, die, findings)).filter(Boolean);
    if (wrong.length > 0) {
      findings.wrong.add(at);
      say(findings, false, `${of} ${at + 1}: ${wrong.join('; ')}.`);
    }
    if (line.reseed === undefined) return;
    number += 1;
    if (promised[number]?.commitment !== line.reseed) {
      findings.wrong.add(at);
      say(findings, false, `${of} ${at + 1} brings a seed into use that the file doesn\u2019t have.`);
    }
    dice = seeds[number] && diceOf(seeds[number], stream, dice?.used);
  });
  if (number + 1 !== seeds.length) {
    say(findings, false, `The record was told with ${number + 1} of the ${seeds.length} seeds in the file.`);
  }
}

/** What's wrong with a die: "the d6 shows 4, and the seed's shows 2". Null if nothing is. */
function wrongDie(dice, [sides, face], findings) {
  findings.total += 1;
  if (!Number.isSafeInteger(sides) || sides < 1) return `there\u2019s no d${sides}`;
  const promised = dice?.face(sides);
  if (promised === face) {
    findings.right += 1;
    return null;
  }
  return `the d${sides} shows ${face}${promised ? `, and the seed\u2019s shows ${promised}` : ''}`;
}

function checkChain({ title, record }, findings) {
  const heads = headsOf(RECORD, [title, ...record.told]);
  const { head, heads: kept } = record.chain;
  const differs = heads.findIndex((ours, at) => at < kept.length && ours.slice(0, HEAD_DIGITS) !== kept[at]);
  const words = (at) => (at === 0 ? 'The title' : `Line ${at}`);
  if (differs >= 0) {
    if (differs > 0) findings.wrong.add(differs - 1);
    say(findings, false, `${words(differs)} isn\u2019t as it was told: it was changed, or a line before it was removed, added or moved.`);
  } else if (heads.length < kept.length) {
    say(findings, false, `The end is missing: ${kept.length - heads.length} more lines were told.`);
  } else if (heads.length > kept.length) {
    findings.wrong.add(kept.length - 1);
    say(findings, false, `${words(kept.length)} was added: it isn\u2019t in the chain.`);
  } else if (heads.at(-1) !== head) {
    say(findings, false, 'The head isn\u2019t that of the last line: the end is missing, or the head was changed.');
  } else {
    say(findings, true, `All ${heads.length} lines are in their chain, whose head is ${head}.`);
  }
}
