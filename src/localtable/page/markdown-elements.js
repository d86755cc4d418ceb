// Markdown's tree as elements of the page: the only place where a message's words become visible elements.
// Refuses to do: links to elsewhere. A URL of another origin is shown as plain text.

import { el, ownAddress } from './dom.js';
import { parse, parseInline } from './markdown.js';
import { isSoon, relativeTime, stampText } from './time.js';

/** A whole text with blocks. `names` resolves ids: `{ user(id), channel(id), isMe(id) }`. */
export function markdownElements(source, names) {
  return parse(source).map((node) => block(node, names));
}

/** One line of inline marks. */
export function line(source, names) {
  return parseInline(String(source ?? '')).map((node) => inline(node, names));
}

function block(node, names) {
  const inside = () => node.children.map((child) => (isBlock(child) ? block(child, names) : inline(child, names)));
  switch (node.type) {
    case 'paragraph':
      return el('p', {}, inside());
    case 'heading':
      return el(`h${node.level + 3}`, { class: `heading-${node.level}` }, inside());
    case 'subtext':
      return el('p', { class: 'subtext' }, inside());
    case 'quote':
      return el('blockquote', {}, inside());
    case 'code':
      return code(node);
    case 'list':
      return list(node, names);
    default:
      return inline(node, names);
  }
}

function isBlock(node) {
  return (
    ['paragraph', 'heading', 'subtext', 'quote', 'list'].includes(node.type) || (node.type === 'code' && node.block)
  );
}

function list(node, names) {
  const items = node.items.map((item) =>
    el(
      'li',
      {},
      item.map((child) => block(child, names)),
    ),
  );
  return node.ordered ? el('ol', { start: node.start }, items) : el('ul', {}, items);
}

function code(node) {
  return node.block ? el('pre', {}, el('code', {}, node.text)) : el('code', {}, node.text);
}

const WRAPPERS = { strong: 'strong', em: 'em', underline: 'u', strike: 's' };

function inline(node, names) {
  const inside = () => node.children.map((child) => inline(child, names));
  if (WRAPPERS[node.type]) return el(WRAPPERS[node.type], {}, inside());
  switch (node.type) {
    case 'text':
      return node.text;
    case 'break':
      return el('br');
    case 'code':
      return code(node);
    case 'user':
      return mention(names.user(node.id), names.isMe(node.id));
    case 'role':
      return mention('@role', false);
    case 'everyone':
      return mention(`@${node.name}`, true);
    case 'channel':
      return mention(names.channel(node.id), false);
    case 'command':
      return mention(`/${node.name}`, false);
    case 'emoji':
      return `:${node.name}:`;
    case 'stamp':
      return stamp(node);
    case 'spoiler':
      return el('details', { class: 'spoiler' }, el('summary', {}, 'spoiler'), inside());
    case 'link':
      return link(node, inside());
    default:
      return '';
  }
}

function mention(name, mine) {
  return el('span', { class: mine ? 'mention mine' : 'mention' }, name);
}

/** A URL of a message or channel, whichever host it names, stays within the page: it jumps there. */
const MESSAGE_ADDRESS = /^https?:\/\/[^/]+\/channels\/(?:\d+|@me)\/(\d{1,20})(?:\/(\d{1,20}))?$/;

/** A jump to the message or channel that a URL names; null for every other URL. */
export function jumpLink(url, words, css = 'link jump') {
  const found = MESSAGE_ADDRESS.exec(url ?? '');
  return found
    ? el('button', { type: 'button', class: css, data: { jumpChannel: found[1], jump: found[2] ?? '' } }, words)
    : null;
}

function link(node, inside) {
  const bare = node.children.length === 1 && node.children[0].text === node.url;
  const jump = jumpLink(node.url, bare ? 'go to it' : inside);
  if (jump) return jump;
  const own = ownAddress(node.url);
  if (own) return el('a', { href: own, target: '_blank', rel: 'noopener' }, inside);
  return el('span', { class: 'elsewhere' }, inside, bare ? null : ` (${node.url})`);
}

/** A timestamp; a relative one ticks (time.js finds it by `data-relative`) and shows the full time on hovering. */
export function stamp({ unixS, style }) {
  const date = new Date(unixS * 1000);
  const valid = !Number.isNaN(date.getTime());
  const relative = style === 'R';
  return el(
    'time',
    {
      class: relative && isSoon(unixS) ? 'soon' : null,
      datetime: valid ? date.toISOString() : null,
      title: valid ? stampText(unixS, 'F') : null,
      data: { relative: relative ? unixS : null },
    },
    relative ? relativeTime(unixS) : stampText(unixS, style),
  );
}

/** An emoji before a label: itself, or the name of one that only Discord has the picture of. */
export function emojiText(emoji) {
  if (!emoji?.name) return '';
  return emoji.id ? `:${emoji.name}: ` : `${emoji.name} `;
}
