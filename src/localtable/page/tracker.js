// The tracker card: the umpire's pinned message of this channel, always visible above (or, on a wide screen, beside)
// the messages, and as live as the message itself.
// Refuses to do: a state of its own. It shows the message, whatever that says.

import { renderComponents } from './components.js';
import { el, morphChildren } from './dom.js';
import { renderAttachments, renderEmbed } from './embeds.js';
import { line, markdownElements } from './markdown-elements.js';
import { namesFor, state, trackerMessage } from './store.js';
import { saysWhoMayAct } from './turn.js';

const OPEN_KEY = 'umpire-tracker-open';
const card = () => document.getElementById('tracker');
/** The button that had the focus when the card disappeared, in case it comes back a moment later somewhere else. */
let held = null;
const HELD_FOR_MS = 3000;
/** A line that tells what has happened last. */
const LAST = /^(?:Last|Before that): /;
let open = sessionStorage.getItem(OPEN_KEY) === 'yes';
/** What the card last showed: the channel, the round and whose turn it is. */
let shown = null;

/** Draws the card, or hides it if the channel has no tracker. */
export function drawTracker() {
  const message = trackerMessage();
  const root = card();
  const back = message && root.hidden;
  if (!message) {
    if (root.contains(document.activeElement))
      held = { customId: document.activeElement.dataset.customId, sinceMs: Date.now() };
    root.replaceChildren();
    root.hidden = true;
    document.body.classList.remove('has-tracker');
    return;
  }
  root.hidden = false;
  document.body.classList.add('has-tracker');
  root.dataset.trackerMessage = message.id;
  root.classList.toggle('open', open);
  const names = namesFor(message);
  const { title, lead, turn, rest } = parts(message, names);
  morphChildren(root, [
    el(
      'div',
      { class: 'tracker-first', data: { key: 'first' } },
      el(
        'div',
        { class: 'tracker-head' },
        el('h2', { class: 'tracker-title' }, title),
        el(
          'button',
          {
            type: 'button',
            class: 'small',
            'aria-expanded': String(open),
            'aria-controls': 'tracker-rest',
            data: { key: 'toggle', trackerToggle: '1', testid: 'tracker-toggle' },
          },
          open ? 'Less ▴' : 'More ▾',
        ),
      ),
      el('div', { class: 'tracker-lead' }, lead),
    ),
    el(
      'div',
      {
        id: 'tracker-rest',
        class: 'tracker-rest',
        tabindex: '0',
        'aria-label': 'The whole tracker',
        data: { key: 'rest' },
      },
      rest,
    ),
    el(
      'div',
      { class: 'tracker-buttons', data: { key: 'buttons' } },
      renderComponents(message, names),
      state.faults.has(message.id) ? el('p', { class: 'problem' }, state.faults.get(message.id)) : null,
    ),
  ]);
  showTopOf(root, `${state.channelId} ${turn}`);
  if (back) giveFocusBack(root);
}

/** Scrolls up once another channel is shown or it's somebody else's turn; while nothing of that changes, readers stay where they are. */
function showTopOf(root, now) {
  if (shown === now) return;
  shown = now;
  root.scrollTop = 0;
  root.querySelector('.tracker-rest').scrollTop = 0;
}

/** A tracker moved to the bottom disappears for a moment; someone on its button shouldn't notice. */
function giveFocusBack(root) {
  const wanted = held;
  held = null;
  if (!wanted?.customId || Date.now() - wanted.sinceMs > HELD_FOR_MS || document.activeElement !== document.body)
    return;
  root.querySelector(`[data-custom-id="${CSS.escape(wanted.customId)}"]`)?.focus();
}

/** The first line as a title, removed from `lines`; if it's in a code block, which must stay whole, it's only copied. */
function firstWords(lines) {
  const fenced = lines[0]?.startsWith('```');
  const first = fenced ? lines.find((words) => words.trim() && !words.startsWith('```')) : lines.shift();
  return (first ?? '').replace(/^#+ /, '').trim() || 'Tracker';
}

/** The message split for the card: its title, its first lines (whose choice it is, how long), and the rest. */
function parts(message, names) {
  const [embed] = message.embeds ?? [];
  const text = embed ? [message.content, embed.description].filter(Boolean).join('\n') : (message.content ?? '');
  const lines = text.split('\n');
  const first = embed?.title ?? firstWords(lines);
  const title = line(first, names);
  const lead = [];
  while (lines.length && !lines[0].trim()) lines.shift();
  // Who may act stays in sight as well, and what has happened last, which the GM reads nowhere else.
  const isLead = (next) => lead.length < 2 || saysWhoMayAct(next) || LAST.test(next);
  while (lines[0]?.trim() && isLead(lines[0]) && !/^(```|[-*>] |\d+\. )/.test(lines[0])) lead.push(lines.shift());
  const others = embed ? { ...embed, title: undefined, description: undefined } : null;
  return {
    title,
    lead: markdownElements(lead.join('\n'), names),
    // Times change without anybody's turn changing.
    turn: (lead[0] ?? '').replace(/<t:[^>]*>/g, ''),
    rest: [
      // The map is what a group looks at, and how everybody stands: above the words, where both show without scrolling.
      renderAttachments(message),
      others ? renderEmbed(others, message, names) : null,
      markdownElements(lines.join('\n').trim(), names),
      (message.embeds ?? []).slice(1).map((more) => renderEmbed(more, message, names)),
    ],
  };
}

/** One listener for the card's own button. */
export function listenToTracker() {
  card().addEventListener('click', (event) => {
    if (!event.target.closest('[data-tracker-toggle]')) return;
    open = !open;
    sessionStorage.setItem(OPEN_KEY, open ? 'yes' : 'no');
    drawTracker();
  });
}
