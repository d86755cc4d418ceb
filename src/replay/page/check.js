// "Check the dice": whether the seed is the one that was promised, every open die is the seed's, and every line is in its chain. The rules
// aren't checked here: `umpire verify` plays the whole log again.

import { fromHex, toHex } from './bytes.js';
import { alterationOf, headsOf } from './chain.js';
import { OPEN, SECRET, diceOf } from './dice.js';
import { openSentences } from './story.js';
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
  // Its lines are others than the record's.
  findings.wrong.clear();
  for (const it of findings.said) delete it.line;
  const dice = { told: whole.map((line) => ({ ...line, dice: line.secret })), stream: SECRET, of: 'In secret, line' };
  checkDice(dice, file.seeds, seeds, findings);
  checkWhole(file.record.told, whole, findings);
  return findings;
}

/** What the GM's page has of what everyone was told, against the record: every sentence, and every open die. The set-up isn't in the
 * record, and what was changed by hand is told in other words there: both stand `apart`. */
function checkWhole(told, whole, findings) {
  // What the GM alone is told of a change by hand, the record may have in other words as well.
  const ours = openSentences(whole.map((line) => (line.apart ? { ...line, hidden: [] } : line)));
  compare(openSentences(told), ours, findings);
  const [theirDice, ourDice] = [told, whole].map((lines) => lines.flatMap((line, at) => (line.dice ?? []).map((die) => ({ line: at, die: die.join(':') }))));
  const most = Math.max(theirDice.length, ourDice.length);
  const differs = Array.from({ length: most }, (_, nth) => nth).findIndex((nth) => theirDice[nth]?.die !== ourDice[nth]?.die);
  if (differs >= 0) {
    const at = ourDice[differs]?.line ?? whole.length - 1;
    say(findings, false, `The GM\u2019s line ${at + 1} doesn\u2019t have the open dice of the record.`, at);
  }
}

/** How much later than the row the record may have told of it, in milliseconds. */
const TOLD_WITHIN_MS = 1_000;

/** Names the sentences in which the GM's page differs from the record. What stands apart on the page is passed over; what the record told of it
 * instead stands between the same two sentences, is one line of it, and was told at about the same time. Of the set-up it told nothing. */
function compare(theirs, ours, findings) {
  let [told, at] = [0, 0];
  // What stands apart since the last sentence that both have; null as long as they have none.
  let apart = null;
  const same = (one, other) => theirs[one]?.text === ours[other]?.text;
  const wrong = (line, sentence) => say(findings, false, sentence, line);
  while (told < theirs.length || at < ours.length) {
    const [their, our] = [theirs[told], ours[at]];
    if (our?.apart) {
      apart?.push(our);
      at += 1;
      continue;
    }
    if (their && our && same(told, at)) {
      [told, at, apart] = [told + 1, at + 1, []];
      continue;
    }
    // How many sentences the page has fewer, if it goes on with one of the record's.
    const fewer = theirs.findIndex((_, nth) => nth > told && same(nth, at)) - told;
    const missing = unaccounted(theirs.slice(told, our ? told + Math.max(fewer, 0) : theirs.length), apart ?? []);
    const line = (our ?? ours.at(-1))?.line ?? 0;
    const isAdded = !their || (our && same(told, at + 1));
    if (!isAdded && (fewer > 0 || !our) && missing.length <= 1) {
      for (const { text } of missing) {
        wrong(line, `Everyone was told \u201c${text}\u201d, which is missing before the GM\u2019s line ${line + 1}.`);
      }
      told = our ? told + fewer : theirs.length;
    } else if (isAdded) {
      wrong(line, `The GM\u2019s line ${line + 1} says \u201c${our.text}\u201d, and nobody was told that.`);
      at += 1;
    } else {
      const says = our ? `says \u201c${our.text}\u201d` : 'is the last';
      wrong(line, `The GM\u2019s line ${line + 1} ${says}, and everyone was told \u201c${their.text}\u201d.`);
      [told, at] = [told + 1, at + 1];
    }
  }
}

/** Of these sentences of the record, those that nothing which stands apart accounts for: each line of it was told in at most one of the record's,
 * at about the same time. */
function unaccounted(missing, apart) {
  const left = apart.filter(({ line }, nth) => apart.findIndex((it) => it.line === line) === nth);
  const lines = new Set();
  for (const { line, at_ms: at } of missing) {
    if (lines.has(line)) continue;
    const by = left.findIndex((it) => at >= it.at_ms && at <= it.at_ms + TOLD_WITHIN_MS);
    if (by < 0) continue;
    lines.add(line);
    left.splice(by, 1);
  }
  return missing.filter(({ line }) => !lines.has(line));
}

/** Notes a sentence; a bad one about a line, by which it's found. */
function say(findings, good, sentence, line) {
  findings.said.push({ good, sentence, line });
  if (line !== undefined) findings.wrong.add(line);
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
      say(findings, false, `${of} ${at + 1}: ${wrong.join('; ')}.`, at);
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

/** What was done to the first line that isn't in its chain any more. */
function altered(lines, kept, at, words) {
  const { inserted, swapped, moved } = alterationOf(RECORD, lines, kept, at);
  if (inserted) return `${inserted > 1 ? `${words(at)} to ${at + inserted - 1} were` : `${words(at)} was`} inserted: nobody was told that.`;
  if (swapped) return `${words(at)} and line ${swapped} have changed places.`;
  if (moved) return `Line ${moved} was moved: it stands before what is now line ${at}.`;
  const missing = kept.length - lines.length;
  if (missing > 0) return `${words(at)} isn\u2019t as it was told: ${missing === 1 ? 'a line before it was' : `${missing} lines before it were`} removed, or it was changed.`;
  return `${words(at)} isn\u2019t as it was told: it was changed.`;
}

function checkChain({ title, record }, findings) {
  const heads = headsOf(RECORD, [title, ...record.told]);
  const { head, heads: kept } = record.chain;
  const differs = heads.findIndex((ours, at) => at < kept.length && ours.slice(0, HEAD_DIGITS) !== kept[at]);
  const words = (at) => (at === 0 ? 'The title' : `Line ${at}`);
  if (differs >= 0) {
    say(findings, false, altered([title, ...record.told], kept, differs, words), differs > 0 ? differs - 1 : undefined);
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
