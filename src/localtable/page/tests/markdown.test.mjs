// Discord's markdown is parsed as Discord does, and a person's text never becomes anything but text.

import assert from 'node:assert/strict';
import test from 'node:test';
import { parse, parseInline, plainText } from '../markdown.js';

const text = (value) => ({ type: 'text', text: value });

test('marks nest, and a mark that nothing closes is an ordinary character', () => {
  assert.deepEqual(parseInline('**a *b* c**'), [
    { type: 'strong', children: [text('a '), { type: 'em', children: [text('b')] }, text(' c')] },
  ]);
  assert.deepEqual(parseInline('***x***'), [{ type: 'strong', children: [{ type: 'em', children: [text('x')] }] }]);
  assert.deepEqual(parseInline('2 * 3 ** 4'), [text('2 * 3 ** 4')]);
  assert.deepEqual(
    parseInline('__u__ ~~s~~ _e_').map((node) => node.type),
    ['underline', 'text', 'strike', 'text', 'em'],
  );
  assert.deepEqual(parseInline('snake_case_name'), [text('snake_case_name')]);
});

test('escapes and code keep their characters', () => {
  assert.deepEqual(parseInline('\\*no\\*'), [text('*no*')]);
  assert.deepEqual(parseInline('`**a**`'), [{ type: 'code', block: false, text: '**a**' }]);
  assert.deepEqual(
    parseInline('**a `**` b**')[0].children.map((node) => node.type),
    ['text', 'code', 'text'],
  );
});

test('a name that looks like HTML stays text', () => {
  assert.deepEqual(parseInline('<img onerror=alert(1) src=x>'), [text('<img onerror=alert(1) src=x>')]);
});

test('stamps, mentions and channels are recognised, and only when whole', () => {
  assert.deepEqual(parseInline('<t:1700000000:R>'), [{ type: 'stamp', unixS: 1700000000, style: 'R' }]);
  assert.deepEqual(
    parseInline('<@12> <@!12> <#3> <@&4>')
      .filter((node) => node.type !== 'text')
      .map((node) => [node.type, node.id]),
    [
      ['user', '12'],
      ['user', '12'],
      ['channel', '3'],
      ['role', '4'],
    ],
  );
  assert.deepEqual(parseInline('<@12'), [text('<@12')]);
});

test('a link keeps no full stop of its sentence, and javascript: is no link', () => {
  assert.equal(parseInline('see http://a.example/x.')[1].url, 'http://a.example/x');
  assert.deepEqual(
    parseInline('[a](javascript:alert(1))').map((node) => node.type),
    ['text'],
  );
});

test('blocks: headings, subtext, quotes, lists, code', () => {
  const blocks = parse('# One\nline\n-# small\n> said\n> twice\n- a\n  - b\n- c\n```rs\nlet **x**;\n```\nend');
  assert.deepEqual(
    blocks.map((block) => block.type),
    ['heading', 'paragraph', 'subtext', 'quote', 'list', 'code', 'paragraph'],
  );
  assert.equal(blocks[4].items.length, 2);
  assert.equal(blocks[4].items[0].at(-1).type, 'list');
  assert.equal(blocks[5].text, 'let **x**;');
  assert.equal(plainText(blocks.at(-1).children), 'end');
});

test('text after a closing fence begins a new line and is not lost', () => {
  const blocks = parse('```\na\n``` tail\nnext');
  assert.deepEqual(
    blocks.map((block) => block.type),
    ['code', 'paragraph'],
  );
  assert.equal(plainText([blocks[1]]), 'tail\nnext');
});

test('hostile nesting ends in bounded time', () => {
  for (const bit of ['*', '_', '**a', '||', '`', '> ', '[', '- ', '__*', '<', '\\']) {
    const started = performance.now();
    parse(bit.repeat(Math.ceil(4000 / bit.length)));
    assert.ok(performance.now() - started < 2000, `${bit} repeated took too long`);
  }
});
