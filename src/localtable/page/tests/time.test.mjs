// A countdown never promises time that is gone, and stamps have Discord's styles.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isSoon, relativeTime, stampText } from '../time.js';

test('relative times count down by seconds, then in larger steps', () => {
  const at = 1_700_000_000;
  const cases = [
    [23, 'in 23 seconds'],
    [1, 'in 1 second'],
    [0.2, 'in 1 second'],
    [0, 'now'],
    [-0.5, 'now'],
    [-1, '1 second ago'],
    [90, 'in 90 seconds'],
    [119, 'in 2 minutes'],
    [150, 'in 3 minutes'],
    [3599, 'in 1 hour'],
    [86_399, 'in 1 day'],
    [-3600, '1 hour ago'],
    [2 * 86_400, 'in 2 days'],
    [-400 * 86_400, '1 year ago'],
  ];
  for (const [after, words] of cases) assert.equal(relativeTime(at + after, at * 1000), words);
});

test('the last ten seconds are soon, a time that is gone is not', () => {
  assert.deepEqual(
    [11, 10, 1, 0, -5].map((after) => isSoon(1000 + after, 1_000_000)),
    [false, true, true, false, false],
  );
});

test('stamps have the styles of Discord', () => {
  const zone = { locale: 'en-GB', timeZone: 'UTC' };
  assert.equal(stampText(1_700_000_000, 't', 0, zone), '22:13');
  assert.match(stampText(1_700_000_000, 'F', 0, zone), /Tuesday.*14 November 2023.*22:13/);
});
