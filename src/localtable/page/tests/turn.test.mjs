// Act as… stands out for whoever's turn it is, and for nobody else.

import assert from 'node:assert/strict';
import test from 'node:test';
import { mayAct } from '../turn.js';

const ana = { me: '2', isGm: false };
const gwen = { me: '1', isGm: true };
const under = (...lines) => ['**Brawl** · Murdham · round 2', ...lines].join('\n');

test('a turn of one’s own is, and another’s isn’t', () => {
  const own = under('Sybilla’s turn (<@2>). 29 seconds left');
  assert.deepEqual([mayAct(own, ana), mayAct(own, gwen)], [true, false]);
  const bobs = under('Round 2: Theobald’s turn (<@3>).');
  assert.deepEqual([mayAct(bobs, ana), mayAct(bobs, gwen)], [false, false]);
  const foes = under('Leader’s turn.');
  assert.deepEqual([mayAct(foes, ana), mayAct(foes, gwen)], [false, true]);
  assert.equal(mayAct(under('Leader’s turn (Umpire).'), gwen), false);
});

test('of several, each who is named', () => {
  const both = under('May act: Sybilla (<@2>) and Theobald (<@3>).');
  assert.deepEqual([mayAct(both, ana), mayAct(both, gwen)], [true, false]);
  const mixed = under('May act: Theobald (<@3>), Leader and Bandit 1 (Umpire).');
  assert.deepEqual([mayAct(mixed, ana), mayAct(mixed, gwen)], [false, true]);
  assert.equal(mayAct(under('May act: 8 Goblins.'), gwen), true);
});

test('what isn’t said may be; while somebody is asked, nobody acts', () => {
  assert.equal(mayAct(under('Join with the button or /join.'), ana), true);
  assert.equal(mayAct(under('Waiting for Theobald (<@3>): Leader attacks.'), ana), false);
  assert.equal(mayAct(undefined, ana), true);
});

test('of many, who plays them isn’t said', () => {
  assert.equal(mayAct(under('May act: Ana, Bo, Cid, Dee, and Eve.'), ana), true);
});
