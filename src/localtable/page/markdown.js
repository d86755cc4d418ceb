// Discord's markdown, read into a tree of plain objects. What the tree looks like on the page is markdown-elements.js's concern.
// Refuses to do: HTML. No character of a message ever means anything to the browser.
//
// Blocks: paragraph, heading {level}, subtext, quote, code {text}, list {ordered, start, items}.
// Inline: text, strong, em, underline, strike, spoiler, code, link {url}, user {id}, role {id}, channel {id},
//         command {name}, stamp {unixS, style}, everyone {name}, emoji {name}, break.

/** Nesting beyond this depth is shown as typed. */
const MAX_DEPTH = 8;

const PAIRS = [
  ['**', 'strong'],
  ['__', 'underline'],
  ['~~', 'strike'],
  ['||', 'spoiler'],
  ['*', 'em'],
  ['_', 'em'],
];

/** Marks that stand for one thing and contain no markdown; each is tried at the current position. */
const ATOMS = [
  [/^<@!?(\d{1,20})>/, (m) => ({ type: 'user', id: m[1] })],
  [/^<@&(\d{1,20})>/, (m) => ({ type: 'role', id: m[1] })],
  [/^<#(\d{1,20})>/, (m) => ({ type: 'channel', id: m[1] })],
  [/^<\/([\w -]{1,98}):\d{1,20}>/, (m) => ({ type: 'command', name: m[1] })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/, (m) => ({ type: 'stamp', unixS: Number(m[1]), style: m[2] ?? 'f' })],
  [/^<a?:(\w{2,32}):\d{1,20}>/, (m) => ({ type: 'emoji', name: m[1] })],
  [/^@(everyone|here)\b/, (m) => ({ type: 'everyone', name: m[1] })],
  [/^<(https?:\/\/[^\s<>]{1,2000})>/, (m) => ({ type: 'link', url: m[1], children: [text(m[1])] })],
  [/^https?:\/\/[^\s<>]{1,2000}/, (m) => bareLink(m[0])],
];

/** Parses a whole message. */
export function parse(source) {
  return parseBlocks(
    String(source ?? '')
      .replaceAll('\r\n', '\n')
      .split('\n'),
    0,
  );
}

/** Parses one line of inline marks, as in embed titles and field names. */
export function parseInline(source, depth = 0) {
  const nodes = [];
  let plain = '';
  const flush = () => {
    if (plain) nodes.push(text(plain));
    plain = '';
  };
  let at = 0;
  while (at < source.length) {
    const found = inlineAt(source, at, depth);
    if (!found) {
      plain += source[at];
      at += 1;
    } else if (found.plain !== undefined) {
      plain += found.plain;
      at = found.end;
    } else {
      flush();
      nodes.push(found.node);
      at = found.end;
    }
  }
  flush();
  return nodes;
}

/** The plain words of a tree or of a source text: for announcements, labels and one-line summaries. */
export function plainText(source, names = {}) {
  const nodes = typeof source === 'string' ? parse(source) : source;
  return nodes
    .map((node) => plainNode(node, names))
    .join('')
    .trim();
}

function plainNode(node, names) {
  const inside = () => node.children.map((child) => plainNode(child, names)).join('');
  switch (node.type) {
    case 'text':
    case 'code':
      return node.text;
    case 'break':
      return '\n';
    case 'user':
      return names.user ? names.user(node.id) : '@someone';
    case 'channel':
      return names.channel ? names.channel(node.id) : '#channel';
    case 'role':
      return '@role';
    case 'command':
      return `/${node.name}`;
    case 'everyone':
      return `@${node.name}`;
    case 'emoji':
      return `:${node.name}:`;
    case 'stamp':
      return names.stamp ? names.stamp(node) : '';
    case 'spoiler':
      return 'spoiler';
    case 'list':
      return node.items.map((item) => `${item.map((child) => plainNode(child, names)).join('')}\n`).join('');
    case 'paragraph':
    case 'heading':
    case 'subtext':
    case 'quote':
      return `${inside()}\n`;
    default:
      return inside();
  }
}

function text(value) {
  return { type: 'text', text: value };
}

/** A bare URL doesn't include a full stop or closing bracket of the sentence around it. */
function bareLink(found) {
  const url = found.replace(/[.,:;!?'")\]]+$/, '');
  return { type: 'link', url, children: [text(url)], length: url.length };
}

function parseBlocks(lines, depth) {
  const blocks = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) blocks.push({ type: 'paragraph', children: withBreaks(paragraph) });
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const found = depth < MAX_DEPTH ? blockAt(lines, at, depth) : null;
    if (found) {
      flush();
      blocks.push(found.node);
      at = found.next;
    } else {
      paragraph.push(lines[at]);
      at += 1;
    }
  }
  flush();
  return blocks;
}

/** The inline marks of a paragraph can span line breaks. */
function withBreaks(lines) {
  return parseInline(lines.join('\n'));
}

function blockAt(lines, at, depth) {
  const line = lines[at];
  return codeBlockAt(lines, at) ?? headingAt(line, at) ?? quoteAt(lines, at, depth) ?? listAt(lines, at);
}

function headingAt(line, at) {
  const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
  if (heading) {
    return { node: { type: 'heading', level: heading[1].length, children: parseInline(heading[2]) }, next: at + 1 };
  }
  const subtext = /^-# +(\S.*)$/.exec(line);
  return subtext ? { node: { type: 'subtext', children: parseInline(subtext[1]) }, next: at + 1 } : null;
}

/** A fence that opens at the start of a line; text after the closing fence starts a new line. */
function codeBlockAt(lines, at) {
  if (!lines[at].startsWith('```')) return null;
  const rest = lines.slice(at).join('\n').slice(3);
  const end = rest.indexOf('```');
  if (end <= 0) return null;
  const body = rest.slice(0, end);
  const language = /^[\w+-]{1,20}\n/.exec(body);
  const code = (language ? body.slice(language[0].length) : body.replace(/^\n/, '')).replace(/\n$/, '');
  const taken = body.split('\n').length;
  const after = rest.slice(end + 3).split('\n')[0];
  if (after.trim()) lines[at + taken - 1] = after;
  return { node: { type: 'code', block: true, text: code }, next: after.trim() ? at + taken - 1 : at + taken };
}

function quoteAt(lines, at, depth) {
  const rest = /^>>> ?(.*)$/.exec(lines[at]);
  if (rest) {
    const inner = [rest[1], ...lines.slice(at + 1)];
    return { node: { type: 'quote', children: parseBlocks(inner, depth + 1) }, next: lines.length };
  }
  const inner = [];
  let next = at;
  while (next < lines.length && /^> /.test(lines[next])) {
    inner.push(lines[next].slice(2));
    next += 1;
  }
  return inner.length ? { node: { type: 'quote', children: parseBlocks(inner, depth + 1) }, next } : null;
}

const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

/** One list: consecutive items with the same indent; deeper ones become a list within the previous item. */
function listAt(lines, at, indent = null) {
  const first = LIST_ITEM.exec(lines[at]);
  if (!first || (indent === null && first[1].length > 0)) return null;
  const own = first[1].length;
  if (own > 2 * MAX_DEPTH) return null;
  const ordered = /\d/.test(first[2]);
  const node = { type: 'list', ordered, start: ordered ? Number.parseInt(first[2], 10) : 1, items: [] };
  let next = at;
  while (next < lines.length) {
    const item = LIST_ITEM.exec(lines[next]);
    if (!item || item[1].length < own) break;
    if (item[1].length > own + 1 && node.items.length) {
      const inner = listAt(lines, next, item[1].length);
      if (!inner) break;
      node.items.at(-1).push(inner.node);
      next = inner.next;
      continue;
    }
    if (/\d/.test(item[2]) !== ordered) break;
    node.items.push(parseInline(item[3]));
    next += 1;
  }
  return { node, next };
}

function inlineAt(source, at, depth) {
  const char = source[at];
  if (char === '\n') return { node: { type: 'break' }, end: at + 1 };
  if (char === '\\' && /[^\w\s]/.test(source[at + 1] ?? '')) {
    const escaped = String.fromCodePoint(source.codePointAt(at + 1));
    return { plain: escaped, end: at + 1 + escaped.length };
  }
  if (char === '`') return codeAt(source, at);
  if (char === '[') return linkAt(source, at, depth);
  if (char === '<' || char === '@' || char === 'h') return atomAt(source, at);
  return depth < MAX_DEPTH && '*_~|'.includes(char) ? pairAt(source, at, depth) : null;
}

function codeAt(source, at) {
  const fence = /^`+/.exec(source.slice(at))[0];
  const end = source.indexOf(fence, at + fence.length);
  if (end < 0 || end === at + fence.length) return { plain: fence, end: at + fence.length };
  let inner = source.slice(at + fence.length, end);
  if (fence.length === 3) inner = inner.replace(/^\n|\n$/g, '');
  return { node: { type: 'code', block: fence.length === 3, text: inner }, end: end + fence.length };
}

function linkAt(source, at, depth) {
  const found = /^\[([^\]\n]{1,300})\]\(<?(https?:\/\/[^\s)>]{1,2000})>?\)/.exec(source.slice(at, at + 2400));
  if (!found) return null;
  const children = parseInline(found[1].replaceAll(/https?:\/\//g, ''), depth + 1);
  return { node: { type: 'link', url: found[2], children }, end: at + found[0].length };
}

function atomAt(source, at) {
  const rest = source.slice(at, at + 2100);
  for (const [pattern, make] of ATOMS) {
    const found = pattern.exec(rest);
    if (found) {
      const node = make(found);
      return { node, end: at + (node.length ?? found[0].length) };
    }
  }
  return null;
}

function pairAt(source, at, depth) {
  for (const [mark, type] of PAIRS) {
    if (!source.startsWith(mark, at)) continue;
    const end = closeOf(source, at + mark.length, mark);
    if (end < 0) continue;
    const inner = source.slice(at + mark.length, end);
    return { node: { type, children: parseInline(inner, depth + 1) }, end: end + mark.length };
  }
  return null;
}

/** Where a mark is closed again, past code and escapes; -1 if it isn't, and the mark is an ordinary character. */
function closeOf(source, from, mark) {
  if (mark === '*' && /\s/.test(source[from] ?? ' ')) return -1;
  let at = from;
  while (at < source.length) {
    if (source[at] === '\\') {
      at += 2;
    } else if (source[at] === '`') {
      at = codeAt(source, at).end;
    } else if (!source.startsWith(mark, at)) {
      at += 1;
    } else if (mark.length === 1 && source[at + 1] === mark) {
      at += 2;
    } else if (mark.length === 2 && source[at + 2] === mark[0]) {
      at += 1;
    } else if (at === from || (mark === '_' && /\w/.test(source[at + 1] ?? ''))) {
      at += 1;
    } else {
      return at;
    }
  }
  return -1;
}
