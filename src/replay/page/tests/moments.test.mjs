// Moments are put together from what differs between them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { actingOn, changed, inLight, sidesOf, wholeMoments } from '../moments.js';

test('changes count from the beginning of the list as it is by then', () => {
  assert.deepEqual(changed([0, 1, 2, 3, 4], [[1, 1, 7, 8], [4, 2]]), [0, 7, 8, 2]);
  assert.deepEqual(changed([], [[0, 0, 5]]), [5]);
});

test('what a moment doesn\u2019t say is as before', () => {
  const [first, second] = wholeMoments([
    { line: 0, round: 1, whose: 'Ana acts.', map: [[0, 0, 1, 2]], tracker: [[0, 0, 0, 1]] },
    { line: 3, map: [[1, 1, 3]], places: [[0, 0, 4]] },
  ]);
  assert.deepEqual(first, { line: 0, round: 1, whose: 'Ana acts.', map: [1, 2], tracker: [0, 1], places: [] });
  assert.deepEqual(second, { line: 3, round: 1, whose: 'Ana acts.', map: [1, 3], tracker: [0, 1], places: [4] });
});

test('members stand below their side', () => {
  const parts = { tracker: [{ side: 'Heroes', note: '' }, { name: 'Ana' }, { name: 'Bo' }, { side: 'Foes', note: 'hidden' }] };
  const sides = sidesOf({ tracker: [0, 2, 1, 3] }, parts);
  assert.deepEqual(sides.map(({ name, members }) => [name, members.map((it) => it.name)]), [['Heroes', ['Bo', 'Ana']], ['Foes', []]]);
});

test('on a light page a map has other colours, and no word changes', () => {
  const svg = '<rect fill="#101216"/><text fill="#f4f5f7">#101216</text>';
  const light = inLight(svg, { '#101216': '#ffffff' });
  assert.equal(light, '<rect fill="#ffffff"/><text fill="#f4f5f7">#101216</text>');
});

test('a large map is opened where somebody acts', () => {
  const svg = '<svg viewBox="0 0 400 200"><circle cx="10" cy="10" r="5" stroke="#ffffff"/><circle cx="100" cy="150" r="9" fill="none" stroke="#ffe14d" stroke-width="2"/></svg>';
  assert.deepEqual(actingOn(svg), [0.25, 0.75]);
  assert.deepEqual(actingOn('<svg viewBox="0 0 400 200"></svg>'), [0.5, 0.5]);
});
