// The channel's messages: drawn once, patched in place when one is edited, scrolled only if the reader is at the end.
// Refuses to do: order and content. The store has both.

import { dismiss } from './actions.js';
import { morph } from './dom.js';
import { article, isSystem, spoken, usedBy, wordsOf } from './message.js';
import { isNearEnd, restingPlace } from './resting-place.js';
import { isEphemeral, isTracker, pingsMe, showChannel, shownMessages, state, waitsForMe } from './store.js';

/** Messages by one author within this time share one heading. */
const GROUP_MS = 7 * 60_000;

const list = () => document.getElementById('messages');
/** message id -> what its node was last drawn from. */
const drawn = new Map();
let drawnChannel = null;
let announcedUpTo = null;
/** True while what's new is shown; only the reader's own scrolling changes it. */
let atEnd = true;
/** The message that was shown last, as `{ id, mine }`: one that's taller than the list stays visible from its top. */
let shown = null;
/** Where the list was last scrolled to by the page itself, and whether that was above its end. */
let settled = { px: 0, above: false };

/** Draws the current channel. */
export function drawMessages() {
  const root = list();
  const other = drawnChannel !== state.channelId;
  atEnd ||= other;
  const messages = shownMessages();
  if (other) {
    drawnChannel = state.channelId;
    announcedUpTo = null;
    shown = null;
    drawn.clear();
    root.querySelectorAll('article').forEach((node) => node.remove());
  }
  const had = new Map([...drawn].map(([id, { words }]) => [id, words]));
  const pictures = new Map([...drawn].map(([id, { signature }]) => [id, pictureOf(signature[0])]));
  const held = document.activeElement;
  const heldArticle = held?.closest?.('#messages article') ?? null;
  const heldIndex = heldArticle ? [...root.children].indexOf(heldArticle) : -1;
  syncArticles(root, messages);
  root.querySelector('.empty').hidden = messages.length > 0;
  keepFocus(root, held, heldArticle, heldIndex);
  const fresh = other ? [] : messages.filter((message) => !had.has(message.id));
  const changed = other
    ? []
    : messages.filter((message) => had.has(message.id) && drawn.get(message.id).words !== had.get(message.id));
  // A new picture in a private reply is as new as a reply.
  const repainted = messages.filter(
    (message) => !fresh.includes(message) && isEphemeral(message) && pictureOf(message) !== pictures.get(message.id),
  );
  showNewest(fresh, other ? [] : repainted);
  announce([...changed, ...fresh], messages);
  followReply(root, fresh);
}

/** Shows what's new, unless the reader has scrolled away from it, or reads an own reply that's taller than the list. */
function showNewest(fresh, repainted) {
  const own = [...repainted, ...fresh].findLast(isMine);
  if (own) {
    shown = { id: own.id, mine: true };
    atEnd = true;
  } else if (fresh.length && (!atEnd || (shown?.mine && settled.above))) {
    showMore(fresh.length);
  } else if (fresh.length) {
    shown = { id: fresh.at(-1).id, mine: false };
  }
  if (atEnd) settle();
}

/** Scrolls to what's shown. Called again whenever heights change, as when a picture has loaded. */
function settle() {
  const root = list();
  const node = drawn.get(shown?.id)?.node;
  const message = node && { topPx: topOf(node, root), heightPx: node.offsetHeight };
  root.scrollTop = restingPlace({ contentPx: root.scrollHeight, viewPx: root.clientHeight, message });
  settled = { px: root.scrollTop, above: !isAtEnd() };
  if (!settled.above) document.getElementById('more').hidden = true;
}

/** Where a message begins in the list, even if it's one that sticks to an edge at the moment. */
function topOf(node, root) {
  node.style.position = 'static';
  const topPx = node.getBoundingClientRect().top - root.getBoundingClientRect().top + root.scrollTop;
  node.style.position = '';
  return topPx;
}

function isAtEnd() {
  const root = list();
  return isNearEnd({ contentPx: root.scrollHeight, viewPx: root.clientHeight, scrolledPx: root.scrollTop });
}

function pictureOf(message) {
  return (message.attachments ?? []).map((file) => file.url).join(' ');
}

/** Said by this seat, only for it, or the reply to its own command. */
function isMine(message) {
  return isEphemeral(message) || [message.author?.id, usedBy(message)?.user?.id].includes(state.me?.id);
}

function syncArticles(root, messages) {
  const wanted = new Set(messages.map((message) => message.id));
  for (const node of root.querySelectorAll('article')) {
    if (!wanted.has(node.dataset.messageId)) {
      drawn.delete(node.dataset.messageId);
      node.remove();
    }
  }
  let place = root.querySelector('article');
  messages.forEach((message, index) => {
    const grouped = follows(messages[index - 1], message);
    const signature = signatureOf(message, grouped);
    const old = drawn.get(message.id);
    let node = old?.node;
    if (!node) {
      node = article(message, grouped);
      root.insertBefore(node, place);
    } else {
      if (!same(old.signature, signature)) morph(node, article(message, grouped));
      if (node !== place) root.insertBefore(node, place);
      else place = place.nextElementSibling;
    }
    const words = old?.signature[0] === message ? old.words : wordsOf(message);
    drawn.set(message.id, { node, signature, words });
  });
}

/** Everything that a message's look depends on. */
function signatureOf(message, grouped) {
  const waiting = [...state.pending.values()]
    .filter((item) => item.messageId === message.id)
    .map((item) => item.customId)
    .join();
  return [message, grouped, state.faults.get(message.id), waiting, state.seats, state.channels];
}

function same(a, b) {
  return a.every((part, index) => part === b[index]);
}

function follows(before, message) {
  return (
    Boolean(before) &&
    !isSystem(before) &&
    !isTracker(before) &&
    before.author?.id === message.author?.id &&
    !message.referenced_message &&
    !usedBy(message) &&
    !pingsMe(message) &&
    !waitsForMe(message) &&
    isEphemeral(before) === isEphemeral(message) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_MS
  );
}

/** If the focused element disappears, focus goes to what replaced it, never to the top of the page. */
function keepFocus(root, held, heldArticle, heldIndex) {
  if (!heldArticle || (held.isConnected && !held.disabled)) return;
  const home = heldArticle.isConnected ? heldArticle : root.children[Math.min(heldIndex, root.children.length - 1)];
  const next = heldArticle.isConnected ? home?.querySelector('.message-body button:not(:disabled)') : null;
  (next ?? home ?? root).focus({ preventScroll: true });
}

/** Takes a keyboard user who asked for a private menu to it. */
function followReply(root, fresh) {
  const reply = fresh.findLast((message) => isEphemeral(message) && message.components?.length);
  if (!reply || !pressedByKey()) return;
  const node = drawn.get(reply.id)?.node;
  // Its first button may be a screen below the picture that was asked for.
  if (node && node.offsetHeight > list().clientHeight) node.focus({ preventScroll: true });
  else (node?.querySelector('.message-body button:not(:disabled)') ?? node)?.focus();
}

function pressedByKey() {
  const focused = document.activeElement;
  return focused?.matches?.('button:focus-visible, article:focus-visible') && focused.closest('#messages, #tracker');
}

function announce(fresh, messages) {
  if (announcedUpTo === null) {
    announcedUpTo = messages.at(-1)?.id ?? '0';
    return;
  }
  const words = fresh
    .filter((message) => message.author?.id !== state.me?.id && wordsOf(message))
    .map(spoken)
    .join(' ');
  if (words) document.getElementById('announcer').textContent = words;
}

/** Scrolls to the newest message. */
export function scrollToEnd() {
  shown = null;
  atEnd = true;
  settle();
}

function showMore(count) {
  const more = document.getElementById('more');
  const before = more.hidden ? 0 : Number(more.dataset.count);
  more.dataset.count = String(before + count);
  more.textContent = `${before + count} new ${before + count === 1 ? 'message' : 'messages'} below ↓`;
  more.hidden = false;
}

/** Scrolls a message into view and highlights it for a moment. */
export function jumpTo(id) {
  const node = drawn.get(id)?.node;
  if (!node) return;
  node.scrollIntoView({ block: 'center' });
  node.focus({ preventScroll: true });
  node.classList.add('found');
  setTimeout(() => node.classList.remove('found'), 1500);
}

/** One listener for what messages offer besides components. */
export function listenToMessages() {
  const root = list();
  root.addEventListener('click', (event) => {
    const target = event.target.closest('[data-dismiss], [data-jump]');
    if (target?.dataset.jump !== undefined) jumpFrom(target.dataset);
    if (target?.dataset.dismiss) dismissById(target.dataset.dismiss);
  });
  root.addEventListener('keydown', stepThrough);
  root.addEventListener('scroll', () => {
    if (atEnd && Math.abs(root.scrollTop - settled.px) < 2) return;
    shown = null;
    atEnd = isAtEnd();
    if (atEnd) document.getElementById('more').hidden = true;
  });
  root.addEventListener(
    'load',
    () => {
      if (atEnd) settle();
    },
    true,
  );
  document.getElementById('more').addEventListener('click', scrollToEnd);
  new ResizeObserver(() => {
    if (atEnd) settle();
  }).observe(root);
}

/** Jumps to a message that may be in another channel. */
function jumpFrom({ jump, jumpChannel }) {
  if (jumpChannel && jumpChannel !== state.channelId && state.channels.some((channel) => channel.id === jumpChannel)) {
    showChannel(jumpChannel);
    setTimeout(() => jumpTo(jump));
  } else {
    jumpTo(jump);
  }
}

function dismissById(id) {
  const message = shownMessages().find((candidate) => candidate.id === id);
  if (message) dismiss(message);
}

/** Arrow keys go from message to message once one of them (or the list) has the focus. */
function stepThrough(event) {
  const steps = { ArrowUp: -1, ArrowDown: 1 };
  if (!(event.key in steps) || !event.target.matches('#messages, #messages > article')) return;
  const articles = [...list().querySelectorAll('article')];
  const at = articles.indexOf(event.target);
  const next = at < 0 ? articles.at(-1) : articles[at + steps[event.key]];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
