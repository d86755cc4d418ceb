// A new message is read from its start: one that's taller than what's visible isn't shown by its last words.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isNearEnd, restingPlace } from '../resting-place.js';

test('what fits is shown at the end', () => {
  const message = { topPx: 900, heightPx: 100 };
  assert.equal(restingPlace({ contentPx: 1000, viewPx: 300, message }), 700);
  assert.equal(restingPlace({ contentPx: 1000, viewPx: 300, message: undefined }), 700);
  assert.equal(restingPlace({ contentPx: 200, viewPx: 300, message: undefined }), 0);
});

test('what is taller than the list is shown from its top', () => {
  assert.equal(restingPlace({ contentPx: 1000, viewPx: 300, message: { topPx: 400, heightPx: 600 } }), 400);
});

test('a picture that has loaded late changes the place', () => {
  const before = { contentPx: 760, viewPx: 300, message: { topPx: 500, heightPx: 250 } };
  const after = { contentPx: 1060, viewPx: 300, message: { topPx: 500, heightPx: 550 } };
  assert.deepEqual([restingPlace(before), restingPlace(after)], [460, 500]);
});

test('the end is where less than a line or two is below', () => {
  assert.ok(isNearEnd({ contentPx: 1000, viewPx: 300, scrolledPx: 650 }));
  assert.ok(!isNearEnd({ contentPx: 1000, viewPx: 300, scrolledPx: 400 }));
});
