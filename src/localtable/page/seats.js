// The left column: this tab's seat, the other seats, and the channels. Also the first screen: one large button for the
// seat that a newcomer is offered, and a small one for each of the others.
// Refuses to do: forms, names, passwords. You take a seat by sitting down.

import { sitDown } from './actions.js';
import { el, morphChildren } from './dom.js';
import { avatar } from './message.js';
import { channelTitle, isThread, nameOf, orderedChannels, seatOnOffer, showChannel, state, update } from './store.js';

const SEAT_KEY = 'umpire-seat';

let wanted = fromAddress() ?? sessionStorage.getItem(SEAT_KEY);
let playing = false;
/** True while the connection is open without the seat, to ask whether the seat still exists. */
let probing = false;
/** After this many failed tries, the seat itself may be refused (a new table numbers them differently): try without it. */
const TRIES_BEFORE_CHANGE = 3;

function fromAddress() {
  const hash = new URLSearchParams(location.hash.slice(1)).get('seat');
  return hash ?? new URLSearchParams(location.search).get('seat');
}

/** Opens the seat named by the URL or this tab's memory; otherwise the first screen. */
export function start() {
  playing = isId(wanted);
  sitDown(playing ? wanted : null);
  window.addEventListener('hashchange', () => {
    const seat = fromAddress();
    if (seat && seat !== state.me?.id) take(seat);
  });
}

function isId(seat) {
  return /^\d{1,20}$/.test(seat ?? '');
}

function seatNamed(name) {
  const low = name.toLowerCase();
  return state.seats.find(
    ({ user }) => user.id === name || user.username?.toLowerCase() === low || nameOf(user).toLowerCase() === low,
  );
}

/** After HELLO: looks up a named seat by name; if it doesn't exist, goes to the first screen. */
export function seatKnown() {
  const named = wanted ? seatNamed(wanted) : null;
  if (playing && !probing && named) return;
  probing = false;
  playing = false;
  wanted = null;
  sessionStorage.removeItem(SEAT_KEY);
  if (named) take(named.user.id);
}

/** Asks without a seat once the seat's connection has failed several times, and with it again if that fails too. */
export function probeSeat() {
  const probe = Math.floor(state.fruitless / TRIES_BEFORE_CHANGE) % 2 === 1;
  if (!playing || probe === probing) return;
  probing = probe;
  sitDown(probe ? null : wanted);
}

/** Sits down on a seat, remembers it in this tab and in its URL. */
export function take(seatId) {
  const seat = seatNamed(seatId);
  if (!seat) return;
  wanted = seat.user.id;
  playing = true;
  sessionStorage.setItem(SEAT_KEY, wanted);
  const address = new URL(location.href);
  address.searchParams.delete('seat');
  address.hash = `seat=${wanted}`;
  history.replaceState(null, '', address);
  update((now) => {
    now.unread = new Map();
    now.notices = [];
  });
  sitDown(wanted);
}

/** True once a seat is taken; until then there's the first screen. */
export function isPlaying() {
  return playing;
}

/** Draws the first screen: one sentence, one large button, and the other seats. */
export function drawWelcome() {
  const root = document.getElementById('welcome');
  root.hidden = playing;
  document.getElementById('table').hidden = !playing;
  if (playing) return;
  const first = seatOnOffer(state);
  const button = document.getElementById('welcome-button');
  button.disabled = !first;
  const looking = state.link === 'waiting' ? 'No connection yet, trying again…' : 'Looking for the table…';
  button.textContent = first ? `Take a seat as ${nameOf(first.user)} and play` : looking;
  button.dataset.seat = first?.user.id ?? '';
  const blurb = first ? blurbOf(first) : '';
  document.getElementById('welcome-hero').textContent = blurb
    ? `${nameOf(first.user)} ${blurb[0].toLowerCase()}${blurb.slice(1)}`
    : '';
  const others = state.seats.filter((seat) => seat !== first);
  document.getElementById('welcome-others').hidden = !others.length;
  morphChildren(document.getElementById('welcome-seats'), others.map(welcomeSeat));
}

/** Whose seat a button takes; what it's called in tests begins with the kind of button. */
function seatData(kind, user) {
  return { seat: user.id, testid: `${kind}-${(user.username ?? user.id).toLowerCase()}` };
}

/** A seat of the first screen, with who plays there. A taken one can be taken all the same, in a second tab for example. */
function welcomeSeat(seat) {
  const { user, role } = seat;
  const blurb = blurbOf(seat);
  const words = role === 'gm' ? 'the GM' : blurb ? `${blurb[0].toLowerCase()}${blurb.slice(1).replace(/\.$/, '')}` : '';
  return el(
    'li',
    { data: { key: user.id } },
    el(
      'button',
      { type: 'button', class: 'small', data: seatData('welcome-seat', user) },
      nameOf(user),
      words ? ` · ${words}` : null,
      state.taken.includes(user.id) ? el('span', { class: 'tag' }, 'TAKEN') : null,
    ),
  );
}

/** Draws seats and channels. */
export function drawLeft() {
  morphChildren(document.getElementById('seats'), state.seats.map(seatRow));
  morphChildren(document.getElementById('channels'), orderedChannels().map(channelRow));
  const me = state.me;
  document.getElementById('menu-name').textContent = me ? nameOf(me) : 'Menu';
  const unread = [...state.unread.values()].reduce((sum, count) => sum + count, 0);
  document.getElementById('menu-unread').textContent = unread ? `${unread} new` : '';
  document.getElementById('menu-unread').hidden = !unread;
}

/** A seat's description in the current channel, or in the GM's beside it; otherwise its general one. */
function blurbOf({ blurb, blurbs }) {
  const here = state.channels.find((channel) => channel.id === state.channelId)?.name ?? '';
  return blurbs?.[here] ?? blurbs?.[here.replace(/^gm-/, '')] ?? blurb;
}

function seatRow(seat) {
  const { user, role } = seat;
  const blurb = blurbOf(seat);
  const mine = user.id === state.me?.id;
  return el(
    'li',
    { data: { key: user.id } },
    el(
      'button',
      {
        type: 'button',
        class: mine ? 'seat mine' : 'seat',
        'aria-pressed': String(mine),
        data: seatData('seat', user),
      },
      avatar(user),
      el(
        'span',
        { class: 'seat-words' },
        el(
          'span',
          { class: 'seat-name' },
          nameOf(user),
          mine ? el('span', { class: 'tag' }, 'YOU') : null,
          role === 'gm' ? el('span', { class: 'tag' }, 'GM') : null,
          !mine && state.taken.includes(user.id) ? el('span', { class: 'tag' }, 'TAKEN') : null,
        ),
        blurb ? el('span', { class: 'seat-blurb' }, blurb) : null,
      ),
    ),
    mine
      ? null
      : el(
          'a',
          {
            class: 'new-tab',
            href: `/#seat=${user.id}`,
            target: '_blank',
            rel: 'noopener',
            title: `Open ${nameOf(user)}'s seat in a tab of its own`,
          },
          'New tab',
          el('span', { class: 'visually-hidden' }, `: open ${nameOf(user)}'s seat in a tab of its own`),
        ),
  );
}

function channelRow(channel) {
  const here = channel.id === state.channelId;
  const unread = state.unread.get(channel.id) ?? 0;
  return el(
    'li',
    { data: { key: channel.id } },
    el(
      'button',
      {
        type: 'button',
        class: `channel${isThread(channel) ? ' thread' : ''}`,
        'aria-current': here ? 'true' : null,
        data: { channelId: channel.id, testid: `channel-${channel.name}` },
      },
      el('span', { 'aria-hidden': 'true', class: 'hash' }, channelTitle(channel).mark),
      el('span', { class: 'channel-name' }, channelTitle(channel).name),
      channel.gm_only && !channel.name.startsWith('gm') ? el('span', { class: 'tag' }, 'GM') : null,
      unread ? el('span', { class: 'unread' }, `${unread} new`) : null,
    ),
  );
}

/** One listener for the whole column, and one for the first screen's buttons. */
export function listenToSeats({ afterChoice, afterWelcome }) {
  document.getElementById('left').addEventListener('click', (event) => {
    const target = event.target.closest('[data-seat], [data-channel-id]');
    if (!target) return;
    if (target.dataset.seat) {
      if (target.dataset.seat !== state.me?.id) take(target.dataset.seat);
    } else {
      showChannel(target.dataset.channelId);
    }
    afterChoice();
  });
  document.getElementById('welcome').addEventListener('click', (event) => {
    const target = event.target.closest('[data-seat]');
    if (!target) return;
    take(target.dataset.seat);
    afterWelcome();
  });
}
