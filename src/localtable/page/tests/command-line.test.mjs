// A command typed on one line means the same as one put together from fields.

import assert from 'node:assert/strict';
import test from 'node:test';
import { flatten, matching, optionTree, optionsAfter, parseLine, valueOf, wordsForFile } from '../command-line.js';

const string = (name, more = {}) => ({ name, type: 3, description: name, ...more });
const entries = flatten(
  [
    {
      name: 'attack',
      description: 'Attack a target',
      options: [string('as'), string('target', { required: true }), string('with')],
    },
    {
      name: 'encounter',
      description: 'x',
      options: [
        { name: 'start', type: 1, description: 'Begin', options: [string('title', { required: true })] },
        { name: 'end', type: 1, description: 'End it' },
      ],
    },
    { name: 'end', description: 'End your turn' },
    {
      name: 'gm',
      description: 'GM',
      default_member_permissions: '32',
      options: [
        {
          name: 'add',
          type: 1,
          description: 'Add',
          options: [{ name: 'count', type: 4, description: 'n', min_value: 1, max_value: 9 }],
        },
      ],
    },
  ],
  '2048',
);

test('subcommands stand on their own, required options first, commands without permission are hidden', () => {
  assert.deepEqual(
    entries.map((entry) => entry.path),
    ['attack', 'encounter end', 'encounter start', 'end'],
  );
  assert.deepEqual(
    entries[0].options.map((option) => option.name),
    ['target', 'as', 'with'],
  );
});

test('the whole name comes first among what fits', () => {
  assert.deepEqual(
    matching(entries, '/end').map((entry) => entry.path),
    ['end', 'encounter end'],
  );
  assert.deepEqual(matching(entries, '/zzz'), []);
});

test('a misspelt option is named, and words with a colon of their own are words', () => {
  assert.equal(parseLine('/attack targt:Leader', entries).problem, '/attack has no option targt. Did you mean target:…?');
  assert.equal(parseLine('/attack Boss: the one', entries).values.get('target'), 'Boss: the one');
});

test('values with spaces run up to the next option, in any order', () => {
  const { entry, values } = parseLine('/attack with:hand axe target:Bandit 2', entries);
  assert.equal(entry.path, 'attack');
  assert.deepEqual([...values].sort(), [
    ['target', 'Bandit 2'],
    ['with', 'hand axe'],
  ]);
});

test('a word with a colon that is no option belongs to the value', () => {
  assert.equal(parseLine('/attack target:note: this', entries).values.get('target'), 'note: this');
});

test('words without an option are the first option', () => {
  assert.equal(parseLine('/attack Bandit 2 with:axe', entries).values.get('target'), 'Bandit 2');
  assert.match(parseLine('/end now', entries).problem, /no option/);
});

test('an unknown command names the nearest', () => {
  assert.match(parseLine('/atack x', entries).problem, /Did you mean \/attack\?/);
  assert.match(parseLine('/encounter export', entries).problem, /There is no command \/encounter export\./);
});

test('the option tree nests subcommands and marks the one being typed', () => {
  const { entry, values } = parseLine('/encounter start title:Gate house', entries);
  assert.deepEqual(optionTree(entry, values, 'title'), [
    { name: 'start', type: 1, options: [{ name: 'title', type: 3, value: 'Gate house', focused: true }] },
  ]);
});

test('typed values become what the wire wants, or a sentence says why not', () => {
  const count = { name: 'count', type: 4, min_value: 1, max_value: 9 };
  assert.deepEqual(valueOf(count, '3'), { value: 3 });
  for (const [typed, why] of [
    ['', /number/],
    ['0', /at least 1/],
    ['10', /at most 9/],
    ['1.5', /whole/],
    ['x', /number/],
  ]) {
    assert.match(valueOf(count, typed).problem, why);
  }
  const choice = {
    name: 'pace',
    type: 3,
    choices: [
      { name: 'Live', value: 'live' },
      { name: 'By post', value: 'post' },
    ],
  };
  assert.deepEqual(valueOf(choice, 'by p', choice.choices), { value: 'post' });
  assert.match(valueOf(choice, 'never', choice.choices).problem, /Live, By post/);
  const suggested = { name: 'target', type: 3, autocomplete: true };
  assert.deepEqual(valueOf(suggested, 'Leader (Yard)', [{ name: 'Leader (Yard)', value: '7' }]), { value: '7' });
  assert.deepEqual(valueOf(suggested, 'Lea', [{ name: 'Leader (Yard)', value: '7' }]), { value: 'Lea' });
});

test('an option that only another command has is no part of a value', () => {
  const { problem } = parseLine('/encounter start target:Orc', entries);
  assert.match(problem, /no option target\. It has title:/);
  assert.equal(parseLine('/encounter start Night: the ford', entries).values.get('title'), 'Night: the ford');
});

const map = flatten([{ name: 'map', options: [string('drawing'), { name: 'background', type: 11 }, { name: 'square', type: 4 }] }]);
const offered = (line) => optionsAfter(line, map).map(({ option }) => option.name);

test('a command’s full name and a space offer its options, which the next letters narrow down', () => {
  assert.deepEqual(offered('/map'), []);
  assert.deepEqual(offered('/map '), ['drawing', 'background', 'square']);
  assert.deepEqual(offered('/map b'), ['background']);
  assert.deepEqual(offered('/map square:5 '), ['drawing', 'background']);
  assert.equal(optionsAfter('/map square:5 dr', map)[0].rest, '/map square:5 ');
});

test('nothing is offered within a value', () => {
  assert.deepEqual(offered('/map square:'), []);
  assert.deepEqual(offered('/map drawing: '), []);
  assert.deepEqual(offered('/map drawing:Yard'), []);
});

test('words where a file belongs are refused with what to do instead', () => {
  const said = (line) => wordsForFile(map[0], parseLine(line, map).values)?.problem;
  assert.match(said('/map background:https://example.org/a.png'), /background: a file must be attached; links .* aren’t accepted/);
  assert.match(said('/map background:'), /must be attached/);
  assert.equal(said('/map drawing:https://example.org/a.png'), undefined);
});
