// What a replay says beside its record: where it opens, how somebody stands, and who's meant by a number.

import assert from 'node:assert/strict';
import test from 'node:test';
import { actionsOf, openingOf, standingOf, stepsOf, storiesUntil } from '../story.js';

const told = (...all) => stepsOf(all.map((lines, at) => ({ story: at + 1, from: 0, lines })));

test('a replay opens where the fight begins; what was set up is before that', () => {
  assert.equal(openingOf(told(['By hand: naming the Orcs.'], ['GM: Ana moves to C4.'], ['The fight begins.', 'Round 1 begins.'])), 2);
  assert.equal(openingOf(told(['Round 1 begins.'])), 0);
  assert.equal(openingOf([]), 0);
});

test('how somebody stands is said once', () => {
  assert.equal(standingOf({ standing: 'dead', vitals: [['', 'dead']], conditions: ['prone'] }), 'dead \u00b7 prone');
  assert.equal(standingOf({ standing: 'ready', vitals: [['HP', '3/9']], conditions: [] }), 'ready \u00b7 HP 3/9');
});

test('an undo finds the story that begins with a player', () => {
  const steps = told(['<@2> now plays Ana.'], ['Taken back: <@2> now plays Ana. The dice stay as they fell.']);
  assert.deepEqual(storiesUntil(steps, 1).map(({ withdrawn }) => Boolean(withdrawn)), [true, false]);
});

test('who can take characters back is whoever plays them', () => {
  const [step] = told(['Umpire plays Mira and Rolf from here on. <@2> can take Mira and Rolf back at any time.']);
  assert.deepEqual(step.lines, ['Umpire plays Mira and Rolf from here on. Their players can take Mira and Rolf back at any time.']);
});

test('the jump list has what somebody does, with its round', () => {
  const steps = told(
    ['Ana moves to C4.'],
    ['The fight begins.', 'Ana rolls initiative: 2d6 (1, 2) = 3.', 'Round 1 begins.'],
    ['Ana rolls initiative: 2d6 (1, 2) = 3.'],
    ['Ana attacks Orc.', 'Orc takes 2 damage.'],
    ['Round 2 begins.', 'Orc acts.'],
    ['Ana takes 2 damage.'],
    ['Ana takes aim.'],
  );
  assert.deepEqual(actionsOf(steps, 'Ana'), [['moves to C4.', 0], ['1: attacks Orc.', 3], ['2: takes aim.', 6]]);
});
