// Hash chains over lines of JSON, as docs/VERIFY.md has them: whoever knows the head knows whether anything was changed, removed or added.

import { fromHex, joined, toHex, utf8 } from './bytes.js';
import { sha256 } from './sha256.js';

/** JSON in exactly one form: no whitespace, keys sorted by code point. JSON.stringify writes only the required escapes in strings, but for
 * lone surrogates, which can't be in a file. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const field = (key) => `${JSON.stringify(key)}:${canonical(value[key])}`;
  return `{${Object.keys(value).sort(byCodePoint).map(field).join(',')}}`;
}

/** JavaScript compares UTF-16 units, which puts U+FFFD after U+1F600. */
function byCodePoint(first, second) {
  const [a, b] = [[...first], [...second]].map((text) => text.map((letter) => letter.codePointAt(0)));
  const at = a.findIndex((letter, index) => letter !== b[index]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
}

/** The head after each of these lines, in hexadecimal. */
export function headsOf(kind, lines) {
  let head = sha256(utf8(kind));
  return lines.map((line) => {
    head = headAfter(head, line);
    return toHex(head);
  });
}

function headAfter(head, line) {
  return sha256(joined(head, utf8(canonical(line))));
}

/** What has happened to a chain's lines, of which line `at` is the first without its head in `kept`, which has the heads' first digits:
 * `inserted` lines from there on, or the line from place `swapped` has changed places with it, or the one from place `moved` stands before
 * it. Nothing of these if it was changed, or lines were removed. */
export function alterationOf(kind, lines, kept, at) {
  const digits = kept[0].length;
  const heads = headsOf(kind, lines);
  const fits = (order) => headsOf(kind, order).map((head) => head.slice(0, digits)).join() === kept.join();
  const belongs = (line) => toHex(headAfter(fromHex(heads[at - 1]), line)).startsWith(kept[at]);
  const place = at > 0 ? lines.findIndex((line, nth) => nth > at && belongs(line)) : -1;
  if (place < 0) return {};
  const [before, other, between, after] = [lines.slice(0, at), lines[place], lines.slice(at + 1, place), lines.slice(place + 1)];
  if (fits([...before, other, ...after])) return { inserted: place - at };
  if (fits([...before, other, ...between, lines[at], ...after])) return { swapped: place };
  if (fits([...before, other, lines[at], ...between, ...after])) return { moved: place };
  return {};
}

/** JSON whose whole numbers stay whole, even those that a floating-point number can't hold. */
export function parsed(text) {
  return JSON.parse(text, (_, value, context) => {
    const isLarge = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '');
    return isLarge ? BigInt(context.source) : value;
  });
}
