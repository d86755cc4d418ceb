// One message as elements: its heading, words, frames, pictures, buttons, and what only its reader sees.
// Refuses to do: the list it belongs to (messages.js), and listeners. Those are at the list's root.

import { renderComponents } from './components.js';
import { el } from './dom.js';
import { renderAttachments, renderEmbed } from './embeds.js';
import { plainText } from './markdown.js';
import { markdownElements } from './markdown-elements.js';
import { FLAG, answersHere, isEphemeral, isTracker, nameOf, namesFor, pingsMe, state, waitsForMe } from './store.js';
import { clockText, stampText } from './time.js';

const TYPE_REPLY = 19;
/** Discord's messages about the channel itself, by type. */
const SYSTEM_LINES = {
  6: () => 'made a message the tracker (pinned it).',
  7: () => 'has joined.',
  18: (message) => `began the thread ${message.content || ''}.`,
  21: () => 'began this thread.',
};

/** One message as an article. */
export function article(message, grouped = false) {
  const names = namesFor(message);
  if (isSystem(message)) return systemArticle(message);
  const classes = [
    'message',
    grouped && 'grouped',
    isEphemeral(message) && 'ephemeral',
    pingsMe(message) && 'pings-me',
    waitsForMe(message) && 'waits-for-me',
    answersHere(message) && 'answers-here',
    isTracker(message) && 'is-tracker',
  ].filter(Boolean);
  return el(
    'article',
    {
      class: classes.join(' '),
      tabindex: '-1',
      'aria-label': `${nameOf(message.author)}, ${clockText(new Date(message.timestamp))}`,
      data: { messageId: message.id },
    },
    replyLine(message, names),
    heading(message, grouped),
    el('div', { class: 'message-body' }, body(message, names)),
  );
}

/** True for a message about the channel itself. */
export function isSystem(message) {
  return Boolean(SYSTEM_LINES[message.type]);
}

function systemArticle(message) {
  const jump = message.referenced_message
    ? el('button', { type: 'button', class: 'link', data: { jump: message.referenced_message.id } }, 'Jump to it')
    : null;
  return el(
    'article',
    { class: 'message system', tabindex: '-1', data: { messageId: message.id } },
    el('p', { class: 'subtext' }, `${nameOf(message.author)} ${SYSTEM_LINES[message.type](message)} `, jump),
  );
}

/** Everything in a message below its heading. */
function body(message, names) {
  const loading = (message.flags ?? 0) & FLAG.LOADING;
  const fault = state.faults.get(message.id);
  return [
    loading ? el('p', { class: 'thinking' }, `${nameOf(message.author)} is thinking…`) : null,
    message.content ? el('div', { class: 'content' }, markdownElements(message.content, names), edited(message)) : null,
    // Files before boxes, as on Discord.
    renderAttachments(message),
    (message.embeds ?? []).map((embed) => renderEmbed(embed, message, names)),
    renderComponents(message, names),
    fault ? el('p', { class: 'problem', role: 'alert', data: { testid: 'fault' } }, fault) : null,
    isEphemeral(message)
      ? el(
          'p',
          { class: 'only-you' },
          'Only you can see this · ',
          el('button', { type: 'button', class: 'link', data: { dismiss: message.id, testid: 'dismiss' } }, 'Dismiss'),
        )
      : null,
  ];
}

function edited(message) {
  return message.edited_timestamp && !message.author?.bot
    ? el('span', { class: 'edited', title: new Date(message.edited_timestamp).toLocaleString() }, ' (edited)')
    : null;
}

function heading(message, grouped) {
  const time = el('time', { datetime: message.timestamp, class: 'clock' }, clockText(new Date(message.timestamp)));
  if (grouped) return el('header', { class: 'visually-hidden' }, `${nameOf(message.author)} `, time);
  return el(
    'header',
    {},
    avatar(message.author),
    el('span', { class: 'author' }, nameOf(message.author)),
    message.author?.bot ? el('span', { class: 'tag' }, 'BOT') : null,
    isTracker(message) ? el('span', { class: 'tag' }, 'TRACKER') : null,
    pingsMe(message) || waitsForMe(message) ? el('span', { class: 'tag for-you' }, 'FOR YOU') : null,
    time,
  );
}

/** The letter that represents a user. */
export function avatar(user) {
  const hue = Number(BigInt(user?.id ?? 0) % 6n);
  return el(
    'span',
    { class: `avatar hue-${user?.bot ? 'bot' : hue}`, 'aria-hidden': 'true' },
    [...nameOf(user)][0]?.toUpperCase() ?? '?',
  );
}

/** Whose command a message answers: `{ user, name }`; null if it answers none. */
export function usedBy(message) {
  const used = message.interaction_metadata ?? message.interaction;
  return used && (message.interaction?.name || used.name)
    ? { user: used.user ?? message.interaction?.user, name: message.interaction?.name ?? used.name }
    : null;
}

function replyLine(message, names) {
  const used = usedBy(message);
  if (used) return el('p', { class: 'reply-line' }, `${nameOf(used.user)} used /${used.name}`);
  // A private reply to your own press appears where you look for it; it needn't repeat what you pressed.
  if (isEphemeral(message)) return null;
  if (message.referenced_message) {
    const first = plainText(message.referenced_message.content ?? '', names)
      .split('\n')[0]
      .slice(0, 90);
    const words = first || message.referenced_message.embeds?.[0]?.title || 'a message';
    return el(
      'p',
      { class: 'reply-line' },
      el(
        'button',
        { type: 'button', class: 'link', data: { jump: message.referenced_message.id } },
        `In reply to ${nameOf(message.referenced_message.author)}: ${words}`,
      ),
    );
  }
  return message.type === TYPE_REPLY ? el('p', { class: 'reply-line' }, 'In reply to a message that’s been deleted') : null;
}

/** A message as one sentence, for screen readers. */
export function spoken(message) {
  return `${nameOf(message.author)}${isEphemeral(message) ? ', only to you' : ''}: ${wordsOf(message)}`.slice(0, 400);
}

/** What a message says, without its countdowns; empty for the tracker, which would be announced over and over. */
export function wordsOf(message) {
  if (isTracker(message)) return '';
  const parts = [message.content, message.embeds?.[0]?.title, message.embeds?.[0]?.description].filter(Boolean);
  const names = { ...namesFor(message), stamp: ({ unixS, style }) => (style === 'R' ? '' : stampText(unixS, style)) };
  return parts.map((part) => plainText(part, names).replaceAll(' ()', '')).join(' ');
}
