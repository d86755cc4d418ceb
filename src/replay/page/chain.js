// Hash chains over lines of JSON, as docs/VERIFY.md has them: whoever knows the head knows whether anything was changed, removed or added.

import { joined, toHex, utf8 } from './bytes.js';
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
    head = sha256(joined(head, utf8(canonical(line))));
    return toHex(head);
  });
}

/** JSON whose whole numbers stay whole, even those that a floating-point number can't hold. */
export function parsed(text) {
  return JSON.parse(text, (_, value, context) => {
    const isLarge = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '');
    return isLarge ? BigInt(context.source) : value;
  });
}
