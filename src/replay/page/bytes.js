// Bytes, hexadecimal digits and text.

/** The bytes of hexadecimal digits; null if that isn't what they are. */
export function fromHex(digits) {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

/** Bytes as lower-case hexadecimal digits. */
export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A text's bytes in UTF-8. */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/** Bytes one after the other. */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
