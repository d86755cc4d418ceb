// The page's own SHA-256, ChaCha20, faces and chains agree with the engine's test vectors, and an altered record is found out.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { fromHex, toHex, utf8 } from '../bytes.js';
import { canonical, headsOf, parsed } from '../chain.js';
import { checkRecord } from '../check.js';
import { block } from '../chacha.js';
import { OPEN, SECRET, diceOf } from '../dice.js';
import { sha256 } from '../sha256.js';
import { stepsOf, storiesUntil } from '../story.js';

const SEED = utf8('umpire test vector, thirty-two b');
const faces = (dice, sides, count) => Array.from({ length: count }, () => dice.face(sides));

test('SHA-256 is everybody\u2019s', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    assert.equal(toHex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'), `${length} bytes`);
  }
});

test('ChaCha20 gives the first block of a zero key', () => {
  const bytes = new Uint8Array(block(new Uint8Array(32), 0, 0).buffer);
  assert.equal(toHex(bytes).slice(0, 64), '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7');
});

test('the faces are the engine\u2019s: src/engine/dice.rs has the same vector', () => {
  assert.deepEqual(faces(diceOf(SEED, OPEN), 20, 8), [10, 8, 5, 20, 10, 4, 5, 15]);
  assert.deepEqual(faces(diceOf(SEED, SECRET), 6, 4), [5, 3, 1, 4]);
  assert.equal(toHex(sha256(SEED)), 'c9b2dfbbdb34ba4186798f06bfd2c38e6b1faca1383c87657b384d1ab022bf1d');
  assert.deepEqual(faces(diceOf(SEED, OPEN, 5), 20, 3), [4, 5, 15], 'another seed\u2019s dice go on where it stopped');
});

test('the chain is that of docs/VERIFY.md', () => {
  const lines = [{ a: 'say "go"\n', b: [1, -2, true, null] }, { Zo\u00eb: { z: 0, a: {} } }];
  assert.equal(toHex(sha256(utf8('umpire record 2'))), '5579afe75350bfde479d76bbfd0caefee6ca902d35621deb0dbffd3e73cc45e6');
  assert.deepEqual(headsOf('umpire record 2', lines), [
    '3749413896cfc297a06ca5e2c197b342ca55dd4ab7937bf4d3ca84cdd43ad665',
    'b8bb6a769e5cefead28339551c03587fb4c786de6cb20acb56423e98613fde55',
  ]);
});

test('canonical JSON sorts by code point and escapes only what it must', () => {
  assert.equal(canonical({ '\ufffd': 1, '\u{1f600}': 2, b: 'z\u0001/\u2028', a: [] }), '{"a":[],"b":"z\\u0001/\u2028","\ufffd":1,"\u{1f600}":2}');
  assert.equal(canonical(parsed('{"b":12,"a":"x"}')), '{"a":"x","b":12}');
  assert.deepEqual(fromHex('0g'), null);
});

/** A record as the engine would write it, of two seeds. */
function record() {
  const second = Uint8Array.from(SEED, (byte) => byte ^ 1);
  const [first, last] = [diceOf(SEED, OPEN), null];
  const rolled = (dice, ...sides) => sides.map((one) => [one, dice.face(one)]);
  const told = [
    { at_ms: 1, story: 1, from: 0, lines: ['Ana swings at Bandit 1.'], withdrawn: false, dice: rolled(first, 20, 6) },
    { at_ms: 2, story: 2, from: 0, lines: ['Bandit 1 falls.'], withdrawn: false, dice: rolled(first, 12) },
    { reseed: toHex(sha256(second)), dice: rolled(first, 4) },
  ];
  const dice = last ?? diceOf(second, OPEN, first.used);
  told.push({ at_ms: 3, story: 3, from: 0, lines: ['Ana wins.'], withdrawn: false, dice: rolled(dice, 100, 8) });
  const seeds = [SEED, second].map((seed) => ({ seed: toHex(seed), commitment: toHex(sha256(seed)) }));
  const title = { format: 3, system: 'murdham', name: 'Brawl', gm: '7', opened_at_ms: 1, options: [], commitment: seeds[0].commitment };
  const heads = headsOf('umpire record 2', [title, ...told]);
  const chain = { head: heads.at(-1), heads: heads.map((head) => head.slice(0, 16)) };
  return { format: 3, title, seeds, record: { chain, told } };
}

const bad = (file) => checkRecord(file).said.filter((it) => !it.good).map((it) => it.sentence);

test('an honest record is as it should be', () => {
  const found = checkRecord(record());
  assert.deepEqual(found.said.filter((it) => !it.good), []);
  assert.deepEqual([found.right, found.total, found.wrong.size], [6, 6, 0]);
});

test('the GM\u2019s replay has its secret dice checked too', () => {
  const file = record();
  const secret = diceOf(SEED, SECRET);
  const whole = [
    { ...file.record.told[0], secret: [[6, secret.face(6)]] },
    { ...file.record.told[1], secret: [] },
    { ...file.record.told[2], secret: [[4, secret.face(4)]] },
    { ...file.record.told[3], secret: [[8, diceOf(fromHex(file.seeds[1].seed), SECRET, secret.used).face(8)]] },
  ];
  const found = checkRecord(file, whole);
  assert.deepEqual([found.right, found.total, found.wrong.size], [9, 9, 0]);
  whole[0].secret[0][1] = (whole[0].secret[0][1] % 6) + 1;
  const altered = checkRecord(file, whole);
  assert.deepEqual([altered.right, [...altered.wrong]], [8, [0]]);
  assert.ok(altered.said.some((it) => /^In secret, line 1: the d6 shows/.test(it.sentence)));
});

test('what was done by hand excuses one line of the record, and no other that\u2019s missing', () => {
  const line = (at_ms, story, text, more = {}) => ({ at_ms, story, from: 0, lines: [text], withdrawn: false, dice: [], ...more });
  const told = [line(10, 1, 'Ana waits.'), line(21, 2, 'The GM changes Orc.'), line(300, 3, 'Bo waits.'), line(900, 4, 'Cyd waits.')];
  const whole = [line(10, 1, 'Ana waits.'), line(20, 2, 'GM: Orc: health 3.', { apart: true }), line(300, 3, 'Bo waits.'), line(900, 4, 'Cyd waits.')];
  const file = record();
  const found = (ours) => {
    const of = { ...file, record: { ...file.record, told } };
    const { said } = checkRecord(of, ours.map((it) => ({ ...it, secret: [] })));
    return said.map((it) => it.sentence).filter((it) => /Everyone was told|nobody was told that\.$|and everyone was told/.test(it));
  };
  assert.deepEqual(found(whole), []);
  const without = found(whole.toSpliced(2, 1));
  assert.equal(without.length, 1);
  assert.match(without[0], /Everyone was told \u201cBo waits\.\u201d, which is missing/);
});

test('when Umpire stands in, whoever it\u2019s for is told by the characters', () => {
  const told = (text) => stepsOf([{ story: 1, from: 0, withdrawn: false, at_ms: 1, dice: [], lines: [text] }])[0].lines[0];
  assert.equal(told('Nobody sits in <@3>\u2019s seat, so Umpire plays Theobald.'), 'Nobody sits in Theobald\u2019s seat, so Umpire plays Theobald.');
  assert.equal(
    told('<@3> and <@4> aren\u2019t here, so Umpire plays Theobald and Balthasar.'),
    'The players of Theobald and Balthasar aren\u2019t here, so Umpire plays them.',
  );
  assert.equal(
    told('Two questions in a row went unanswered, so Umpire now plays Ana. <@1> gets Ana back at their first press.'),
    'Two questions in a row went unanswered, so Umpire now plays Ana. Their player gets Ana back at their first press.',
  );
  assert.equal(
    told('Umpire plays Ana and Bo from here on. <@1> and <@2> can take Ana and Bo back at any time.'),
    'Umpire plays Ana and Bo from here on. Their players can take Ana and Bo back at any time.',
  );
});

test('whatever was taken back is struck out from then on', () => {
  const step = { from: 0, withdrawn: false, at_ms: 1, dice: [] };
  const steps = stepsOf([
    { ...step, story: 3, lines: ['Ana swings.'] },
    { ...step, story: 4, lines: ['The GM looks.'], hidden: [0] },
    { ...step, story: 5, lines: ['Taken back: Ana swings.'], takes_back: [3] },
  ]);
  assert.deepEqual(storiesUntil(steps, 1).map((it) => [it.withdrawn, it.lines[0].isHidden]), [[false, false], [false, true]]);
  assert.deepEqual(storiesUntil(steps, 2).map((it) => it.withdrawn), [true, false, false]);
});

test('an undo strikes out the last telling of what it names, and what followed', () => {
  const step = { from: 0, withdrawn: false, at_ms: 1, dice: [] };
  const told = ['Ana swings.', 'Bob waits.', 'Ana swings.', 'A hit.', 'Taken back: Ana swings (GM). The dice stay as they fell.'];
  const struck = (lines) => storiesUntil(stepsOf(lines.map((text, story) => ({ ...step, story, lines: [text] }))), lines.length - 1);
  assert.deepEqual(struck(told).map((it) => it.withdrawn), [false, false, true, true, false]);
  const again = [...told, 'Taken back: Ana swings. The dice stay as they fell.'];
  assert.deepEqual(struck(again).map((it) => it.withdrawn), [true, true, true, true, false, false]);
  const quoted = told.with(4, 'Taken back: “Ana swings” (GM). The dice stay as they fell.');
  assert.deepEqual(struck(quoted).map((it) => it.withdrawn), [false, false, true, true, false]);
  assert.deepEqual(struck(['Ana swings.', 'Taken back: a change to Ana. The dice stay as they fell.']).map((it) => it.withdrawn), [false, false]);
});

test('people are read by their numbers in the fight', () => {
  const step = { story: 1, from: 0, withdrawn: false, at_ms: 1, dice: [] };
  const [{ lines }] = stepsOf([{ ...step, lines: ['<@2> now plays Ana.', '<@157523> leaves.', 'Ana waits for <@3>.'] }]);
  assert.deepEqual(lines, ['Player 2 now plays Ana.', 'A player leaves.', 'Ana waits for player 3.']);
});

const otherFace = (die) => (die[1] = (die[1] % die[0]) + 1);
/** Every alteration that one would think of first, by its name; what's done to a record; and what names it. */
const ALTERATIONS = [
  ['one face', (_, told) => otherFace(told[0].dice[1]), /^Line 1: the d6 shows \d, and the seed\u2019s shows \d\.$/, /^Line 1 isn\u2019t as it was told: it was changed\.$/],
  ['one answer', (_, told) => (told[1].lines[0] = 'Bandit 1 dodges.'), /^Line 2 isn\u2019t as it was told: it was changed\.$/],
  ['one order', (_, told) => (told[0].lines[0] = 'Ana swings at Bandit 2.'), /^Line 1 isn\u2019t as it was told: it was changed\.$/],
  ['one name', (_, told) => (told[3].lines[0] = 'Bo wins.'), /^Line 4 isn\u2019t as it was told: it was changed\.$/],
  ['the fight\u2019s name', (file) => (file.title.name = 'Ambush'), /^The title isn\u2019t as it was told/],
  ['one line removed', (_, told) => told.splice(1, 1), /^Line 2 isn\u2019t as it was told: a line before it was removed/],
  ['the last line removed', (_, told) => told.pop(), /^The end is missing: 1 more line/],
  ['one line inserted', (_, told) => told.splice(1, 0, structuredClone(told[0])), /^Line 2 was inserted: nobody was told that\.$/],
  ['two lines inserted', (_, told) => told.splice(1, 0, structuredClone(told[0]), structuredClone(told[3])), /^Line 2 to 3 were inserted/],
  ['one line added', (_, told) => told.push(structuredClone(told[3])), /^Line 5 was added/],
  ['two lines swapped', (_, told) => told.splice(0, 2, told[1], told[0]), /^Line 1 and line 2 have changed places\.$/],
  ['one line moved', (_, told) => told.splice(3, 0, ...told.splice(0, 1)), /^Line 4 was moved: it stands before what is now line 1\.$/],
  ['the seed', (file) => (file.seeds[1].seed = toHex(SEED)), /^Seed 2 isn\u2019t the one that was promised/],
  ['the promise', (file) => (file.seeds[0].commitment = '00'.repeat(32)), /^Seed 1 isn\u2019t/, /promise in the title/],
  ['the head', (file) => (file.record.chain.head = 'ab'.repeat(32)), /head isn\u2019t that of the last line/],
  ['no second seed', (file) => file.seeds.pop(), /brings a seed into use that the file doesn\u2019t have/],
];

for (const [name, change, ...patterns] of ALTERATIONS) {
  test(`an altered record is found: ${name}`, () => {
    const file = record();
    change(file, file.record.told);
    const said = bad(file);
    for (const pattern of patterns) assert.ok(said.some((it) => pattern.test(it)), `${pattern} isn\u2019t in ${JSON.stringify(said)}`);
  });
}

/** A GM's lines of the same fight: the set-up and what only the GM was told as well, and what was done by hand in other words. */
function withWhole() {
  const file = record();
  const { told } = file.record;
  told.splice(2, 0, { at_ms: 9, story: 8, from: 0, lines: ['Umpire plays Bo from here on.'], withdrawn: false, dice: [] });
  const secret = (line) => ({ ...structuredClone(line), secret: [] });
  const whole = [
    { at_ms: 0, story: 9, from: 0, lines: ['GM: Ana moves to C4.'], withdrawn: false, apart: true, dice: [], secret: [] },
    { ...secret(told[0]), lines: ['The Lurker waits.', 'Ana swings at Bandit 1.'], hidden: [0] },
    secret(told[1]),
    { at_ms: 9, story: 8, from: 0, lines: ['Handing Bo to Umpire.'], withdrawn: false, apart: true, dice: [], secret: [] },
    secret(told[3]),
    secret(told[4]),
  ];
  const heads = headsOf('umpire record 2', [file.title, ...told]);
  file.record.chain = { head: heads.at(-1), heads: heads.map((head) => head.slice(0, 16)) };
  return { file, whole };
}

test('a GM\u2019s page tells what everyone was told', () => {
  const { file, whole } = withWhole();
  assert.deepEqual(checkRecord(file, whole).said.filter((it) => !it.good), []);
});

test('what was done by hand is told a moment later, or with something else in the same moment', () => {
  const { file, whole } = withWhole();
  // The record's time is a little later than the row's.
  whole[3].at_ms = 7;
  assert.deepEqual(checkRecord(file, whole).said.filter((it) => !it.good), []);
  // The GM alone is told how it was done.
  whole[3].hidden = [0];
  assert.deepEqual(checkRecord(file, whole).said.filter((it) => !it.good), []);
  // Two rows in one moment, one by hand and one not.
  whole[2].at_ms = whole[3].at_ms = 9;
  assert.deepEqual(checkRecord(file, whole).said.filter((it) => !it.good), []);
  // Whoever reads what's wrong reads no raw mention.
  whole[2].lines = ['<@3> falls.'];
  const bad = checkRecord(file, whole).said.filter((it) => !it.good).map((it) => it.sentence);
  assert.ok(bad.some((it) => it.includes('Player 3 falls.')) && !bad.some((it) => it.includes('<@')), JSON.stringify(bad));
});

for (const [name, change, pattern, line] of [
  ['one face', (whole) => otherFace(whole[2].dice[0]), /^The GM\u2019s line 3 doesn\u2019t have the open dice of the record\.$/, 2],
  ['one sentence', (whole) => (whole[1].lines[1] = 'Ana waits.'), /^The GM\u2019s line 2 says \u201cAna waits\.\u201d, and everyone was told \u201cAna swings at Bandit 1\.\u201d\.$/, 1],
  ['one line removed', (whole) => whole.splice(2, 1), /^Everyone was told \u201cBandit 1 falls\.\u201d, which is missing before the GM\u2019s line 5\.$/, 4],
  ['one line inserted', (whole) => whole.splice(2, 0, { ...whole[2], story: 20, lines: ['Bo falls.'], dice: [] }), /^The GM\u2019s line 3 says \u201cBo falls\.\u201d, and nobody was told that\.$/, 2],
  ['two lines swapped', (whole) => ([whole[1], whole[2]] = [whole[2], whole[1]]), /^The GM\u2019s line 2 says \u201cBandit 1 falls\.\u201d/, 1],
  ['what was hidden is open', (whole) => delete whole[1].hidden, /^The GM\u2019s line 2 says \u201cThe Lurker waits\.\u201d, and nobody was told that\.$/, 1],
]) {
  test(`an altered GM\u2019s page is found: ${name}`, () => {
    const { file, whole } = withWhole();
    change(whole);
    const { said, wrong } = checkRecord(file, whole);
    const sentences = said.filter((it) => !it.good).map((it) => it.sentence);
    assert.ok(sentences.some((it) => pattern.test(it)), `${pattern} isn\u2019t in ${JSON.stringify(sentences)}`);
    assert.ok(wrong.has(line), `${line} isn\u2019t in ${[...wrong]}`);
  });
}
