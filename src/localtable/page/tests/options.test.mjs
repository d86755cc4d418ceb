// What an option accepts: files are read whole, and files that are too large are refused before they're sent.

import assert from 'node:assert/strict';
import test from 'node:test';
import { OPTION, boundsProblem, fileOf } from '../options.js';

const option = { name: 'file', type: OPTION.ATTACHMENT };
const file = (name, bytes) => ({ name, size: bytes.length, arrayBuffer: async () => new Uint8Array(bytes).buffer });

test('a file goes as its name and its bytes', async () => {
  assert.deepEqual(await fileOf(option, file('a.toml', [0, 15, 255])), { value: { filename: 'a.toml', hex: '000fff' } });
});

test('a file that is too large is refused with its size', async () => {
  const large = { name: 'b.toml', size: 4 * 1024 * 1024 + 1, arrayBuffer: () => assert.fail('it is not read') };
  assert.match((await fileOf(option, large)).problem, /4194305 bytes/);
});

test('a file cannot be typed', () => {
  assert.match(boundsProblem(option, 'a.toml', 'a.toml'), /choose a file/);
});
