// The page's entry point: connects the parts and redraws them after every change of the state.
// Refuses to do: anything of its own. Each part has its file; this one only knows their order.

import { dropNotice, lookAt, retryNow } from './actions.js';
import { drawComposer, focusComposer, mayOpenKeyboard, restoreLine, startComposer } from './composer.js';
import { listenForPresses } from './components.js';
import { el, morphChildren } from './dom.js';
import { listenToPictures } from './large-picture.js';
import { drawMessages, listenToMessages, scrollToEnd } from './messages.js';
import { drawLeft, drawWelcome, isPlaying, listenToSeats, probeSeat, seatKnown, start } from './seats.js';
import { channelTitle, nameOf, showChannel, shownMessages, state, subscribe } from './store.js';
import { drawTabs, listenToTabs } from './tabs.js';
import { startTheme } from './theme.js';
import { startTicking } from './time.js';
import { drawTracker, listenToTracker } from './tracker.js';

const byId = (id) => document.getElementById(id);
let known = null;
/** Set by the first screen's button: the first thing to do gets the focus once it's there. */
let focusFirst = false;

function draw() {
  if (state.link === 'open' && known !== state.seats) {
    known = state.seats;
    seatKnown();
  }
  probeSeat();
  drawWelcome();
  drawStatus();
  if (!isPlaying()) return;
  if (state.link === 'open') lookAt(state.channelId);
  drawLeft();
  drawHead();
  drawTabs();
  drawTracker();
  drawMessages();
  drawNotices();
  drawTyping();
  drawComposer();
  if (focusFirst && state.me && shownMessages().length) {
    focusFirst = false;
    (document.querySelector('#tracker button[data-press]:not(:disabled)') ?? placeToRest()).focus();
    scrollToEnd();
  }
}

/** Where the focus goes by default: the composer or, where that would open a keyboard over half the screen, the messages. */
function placeToRest() {
  return byId(mayOpenKeyboard() ? 'composer-input' : 'messages');
}

function drawHead() {
  const channel = state.channels.find((candidate) => candidate.id === state.channelId);
  byId('channel-mark').textContent = channelTitle(channel).mark;
  byId('channel-name').textContent = channelTitle(channel).name;
  byId('channel-topic').textContent = channel?.topic ?? '';
  const unread = [...state.unread.values()].reduce((sum, count) => sum + count, 0);
  const count = unread ? `(${unread}) ` : '';
  document.title = `${count}${nameOf(state.me)} · #${channel?.name ?? ''} · Umpire`;
}

function drawStatus() {
  const lines = [];
  if (state.link === 'waiting') {
    lines.push(
      el(
        'p',
        {},
        'The connection to the table is lost. Reconnecting… ',
        el('button', { type: 'button', class: 'small', data: { retry: '1' } }, 'Try now'),
      ),
    );
  } else if (state.link === 'open' && !state.bot.online) {
    lines.push(el('p', {}, 'Umpire is away. Buttons and commands work again as soon as it’s back.'));
  }
  morphChildren(byId('status'), lines);
}

function drawNotices() {
  const thinking = [...state.pending.values()].filter(
    (waiting) => waiting.kind === 'command' && waiting.channelId === state.channelId,
  );
  morphChildren(byId('notices'), [
    ...state.notices.map((item) =>
      el(
        'p',
        { class: 'notice', data: { key: item.id, testid: 'notice' } },
        el('span', { class: 'notice-text' }, item.text),
        item.line
          ? el('button', { type: 'button', class: 'small', data: { restore: item.id } }, 'Put it back')
          : null,
        el('button', { type: 'button', class: 'small', data: { drop: item.id } }, 'Dismiss'),
      ),
    ),
    ...thinking.map((waiting) => el('p', { class: 'thinking' }, `${waiting.label}: thinking…`)),
  ]);
}

function drawTyping() {
  const names = [...state.typing.values()]
    .filter((one) => one.channelId === state.channelId && one.untilMs > Date.now())
    .map((one) => nameOf(one.user));
  byId('typing').textContent = names.length ? `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} typing…` : '';
}

function listenToNotices() {
  byId('notices').addEventListener('click', (event) => {
    const { drop, restore } = event.target.closest('button')?.dataset ?? {};
    const item = state.notices.find((candidate) => String(candidate.id) === (drop ?? restore));
    if (!item) return;
    dropNotice(item.id);
    if (restore) restoreLine(item.line);
    else placeToRest().focus();
  });
  byId('status').addEventListener('click', (event) => {
    if (event.target.closest('[data-retry]')) retryNow();
  });
}

/** The left column as a drawer on a narrow screen. */
function setDrawer(open) {
  document.body.classList.toggle('drawer-open', open);
  byId('menu-button').setAttribute('aria-expanded', String(open));
  byId('middle').inert = open;
  if (open) byId('left').querySelector('button')?.focus();
}

function isDrawerOpen() {
  return document.body.classList.contains('drawer-open');
}

function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches?.('input, textarea, select');
    if (event.key === 'Escape' && isDrawerOpen()) {
      setDrawer(false);
      byId('menu-button').focus();
    } else if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && isPlaying() && !byId('modal').open) {
      event.preventDefault();
      focusComposer('/');
    }
  });
  byId('modal').addEventListener('close', () => {
    if (document.activeElement === document.body) placeToRest().focus();
  });
  byId('skip').addEventListener('click', () => focusComposer());
  byId('skip-messages').addEventListener('click', () => byId('messages').focus());
  byId('menu-button').addEventListener('click', () => setDrawer(!isDrawerOpen()));
  byId('drawer-shade').addEventListener('click', () => setDrawer(false));
  matchMedia('(max-width: 760px)').addEventListener('change', () => setDrawer(false));
}

const messageOf = (id) => shownMessages().find((message) => message.id === id);

startTheme(byId('theme'));
startTicking();
startComposer();
listenToMessages();
listenToTabs();
listenToTracker();
listenToPictures();
listenToNotices();
listenToKeys();
listenForPresses(byId('messages'), messageOf);
listenForPresses(byId('tracker'), messageOf);
listenToSeats({
  afterChoice: () => setDrawer(false),
  afterWelcome: () => {
    focusFirst = true;
  },
});
subscribe(draw);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && state.unread.has(state.channelId)) showChannel(state.channelId);
});
setInterval(drawTyping, 2000);
start();
draw();
