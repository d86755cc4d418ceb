// The state of this tab: what the server has told it, the current channel, what's in progress. One object, changed only
// by the functions here; `subscribe` is called after each change, once for all changes at the same moment.
// Refuses to do: the screen, and any guess at what the umpire will say.

import { setServerNow } from './time.js';

/** The Discord message flags and channel types that the page has to know. */
export const FLAG = { EPHEMERAL: 64, LOADING: 128 };
const THREAD_TYPES = new Set([10, 11, 12]);
const DIRECT_TYPES = new Set([1, 3]);
/** Beyond this many messages per channel, the oldest are dropped (the tracker stays). */
const MAX_MESSAGES = 300;
const CHANNEL_KEY = 'umpire-channel';
/** The seat that a newcomer is offered first. */
const NEWCOMER = 'ana';

const listeners = new Set();
let told = true;

export const state = {
  /** connecting, open, or waiting (for the next try). `fruitless` tries have ended without a HELLO. */
  link: 'connecting',
  fruitless: 0,
  me: null,
  seats: [],
  /** ids of the people whose seats are taken. */
  taken: [],
  guild: null,
  channels: [],
  commands: [],
  permissions: null,
  bot: { user: null, online: true },
  /** channel id -> messages, oldest first. */
  messages: new Map(),
  channelId: null,
  /** channel id -> how many messages came while another channel was open. */
  unread: new Map(),
  /** nonce -> this tab's unanswered requests: { kind, channelId, messageId?, customId?, label, line? }. */
  pending: new Map(),
  /** message id -> why the last press on it failed. */
  faults: new Map(),
  /** what went wrong apart from any message: [{ id, text, line?, ofLine? }]. */
  notices: [],
  /** user id -> until when (ms) they're typing in which channel. */
  typing: new Map(),
};

/** Calls `listener` after every change. */
export function subscribe(listener) {
  listeners.add(listener);
}

/** Changes the state by `change` and soon notifies the listeners. */
export function update(change) {
  change(state);
  if (!told) return;
  told = false;
  queueMicrotask(() => {
    told = true;
    for (const listener of listeners) listener(state);
  });
}

/** Applies one event from the server; returns true if it belongs here. */
export function receive({ t: type, d: data }) {
  const take = EVENTS[type];
  if (take) update((now) => take(now, data));
  return Boolean(take);
}

const EVENTS = {
  HELLO(now, hello) {
    setServerNow(hello.now_ms);
    Object.assign(now, {
      link: 'open',
      fruitless: 0,
      me: hello.me ?? null,
      seats: hello.seats ?? [],
      taken: hello.taken ?? [],
      guild: hello.guild,
      channels: hello.channels ?? [],
      commands: hello.commands ?? [],
      permissions: hello.permissions ?? null,
      bot: hello.bot ?? now.bot,
      messages: new Map(Object.entries(hello.messages ?? {})),
      faults: new Map(),
      pending: new Map(),
      typing: new Map(),
    });
    now.channelId = channelToShow(now);
  },
  MESSAGE_CREATE(now, message) {
    const list = now.messages.get(message.channel_id) ?? [];
    now.messages.set(message.channel_id, trimmed(placed(list, message)));
    now.typing.delete(message.author?.id);
    if ((message.channel_id !== now.channelId || document.hidden) && message.author?.id !== now.me?.id) {
      now.unread.set(message.channel_id, (now.unread.get(message.channel_id) ?? 0) + 1);
    }
  },
  MESSAGE_UPDATE(now, message) {
    const list = now.messages.get(message.channel_id) ?? [];
    const place = list.findIndex((old) => old.id === message.id);
    now.messages.set(
      message.channel_id,
      place < 0 ? placed(list, message) : list.with(place, { ...list[place], ...message }),
    );
    now.faults.delete(message.id);
  },
  MESSAGE_DELETE(now, { id, channel_id: channelId }) {
    now.messages.set(
      channelId,
      (now.messages.get(channelId) ?? []).filter((message) => message.id !== id),
    );
    now.faults.delete(id);
  },
  COMMANDS(now, commands) {
    now.commands = commands;
  },
  CHANNELS(now, channels) {
    now.channels = channels;
    now.channelId = channelToShow(now);
  },
  TAKEN(now, taken) {
    now.taken = taken;
  },
  BOT(now, bot) {
    now.bot = { ...now.bot, ...bot };
  },
  TYPING(now, { channel_id: channelId, user }) {
    if (user.id !== now.me?.id) now.typing.set(user.id, { channelId, user, untilMs: Date.now() + 10_000 });
  },
};

/** Inserts a message by id: ids grow with time. */
function placed(list, message) {
  const others = list.filter((old) => old.id !== message.id);
  const before = others.findLastIndex((old) => olderId(old.id, message.id));
  return [...others.slice(0, before + 1), message, ...others.slice(before + 1)];
}

function olderId(a, b) {
  return a.length === b.length ? a < b : a.length < b.length;
}

function trimmed(list) {
  const excess = list.length - MAX_MESSAGES;
  return excess <= 0 ? list : list.filter((message, index) => index >= excess || isTracker(message));
}

/** The channel this tab has chosen, as soon as it exists (after a restart some come later), otherwise the current one. */
function channelToShow({ channels, channelId }) {
  const isThere = (id) => channels.some((channel) => channel.id === id);
  return [sessionStorage.getItem(CHANNEL_KEY), channelId].find(isThere) ?? firstChannel(channels)?.id ?? null;
}

/** Where a seat looks first: the first channel for everyone, which has a fight that's ready. */
function firstChannel(channels) {
  return channels.find((channel) => !channel.gm_only) ?? channels[0];
}

/** The messages of the current channel. */
export function shownMessages() {
  return state.messages.get(state.channelId) ?? [];
}

/** How to recognise the umpire's tracker: by a kind of button that only a tracker has (`custom_id.rs`), or by a pin. */
const TRACKER_BUTTON = /^u1:t:[^:]+:[^:]+:(?:join|begin|pass|pause|resume|map)$/;

/** True for a message that shows the state of a fight. */
export function isTracker(message) {
  if (!(message.author?.bot || message.author?.id === state.bot.user?.id) || isEphemeral(message)) return false;
  const parts = (message.components ?? []).flatMap((row) => row.components ?? []);
  return Boolean(message.pinned) || parts.some((part) => TRACKER_BUTTON.test(part.custom_id ?? ''));
}

/** The newest tracker in the current channel; undefined if there is none. */
export function trackerMessage() {
  return shownMessages().findLast(isTracker);
}

/** Channels in the order of the left column: each followed by its threads, without archived ones. */
export function orderedChannels() {
  const open = state.channels.filter((channel) => !channel.archived || channel.id === state.channelId);
  const tops = open.filter((channel) => !isThread(channel));
  const lost = open.filter((channel) => isThread(channel) && !tops.some((top) => top.id === channel.parent_id));
  return [
    ...tops.flatMap((top) => [top, ...open.filter((channel) => isThread(channel) && channel.parent_id === top.id)]),
    ...lost,
  ];
}

/** True for a thread. */
export function isThread(channel) {
  return THREAD_TYPES.has(channel?.type);
}

/** A channel's prefix and its name. */
export function channelTitle(channel) {
  if (DIRECT_TYPES.has(channel?.type)) return { mark: '@', name: channel.name || nameOf(state.bot.user) };
  return { mark: isThread(channel) ? '└' : '#', name: channel?.name ?? '' };
}

/** Switches to another channel, and remembers it in this tab. */
export function showChannel(id) {
  sessionStorage.setItem(CHANNEL_KEY, id);
  update((now) => {
    now.channelId = id;
    now.unread.delete(id);
  });
}

/** What people call a user. */
export function nameOf(user) {
  return user?.global_name || user?.username || 'somebody';
}

/** The seat that a newcomer is offered: a free one, while there are any. */
export function seatOnOffer({ seats, taken }) {
  const players = seats.filter((seat) => seat.role !== 'gm');
  const inOrder = players.toSorted((one, other) => isNewcomers(other) - isNewcomers(one));
  return inOrder.find(({ user }) => !taken.includes(user.id)) ?? inOrder[0];
}

function isNewcomers({ user }) {
  return nameOf(user).toLowerCase() === NEWCOMER;
}

/** True for a message that only this seat sees. */
export function isEphemeral(message) {
  return Boolean(message.ephemeral || (message.flags ?? 0) & FLAG.EPHEMERAL);
}

/** Resolves ids to names, for markdown. `message` supplies the users that it mentions. */
export function namesFor(message) {
  return {
    user(id) {
      const users = [
        ...state.seats.map((seat) => seat.user),
        state.bot.user,
        ...(message?.mentions ?? []),
        message?.author,
      ];
      return `@${nameOf(users.find((user) => user?.id === id))}`;
    },
    channel(id) {
      const channel = state.channels.find((candidate) => candidate.id === id);
      return channel ? `#${channel.name}` : '#another channel';
    },
    isMe: (id) => id === state.me?.id,
  };
}

/** True if a message pings this seat. */
export function pingsMe(message) {
  return (message.mentions ?? []).some((user) => user.id === state.me?.id) || Boolean(message.mention_everyone);
}

/** True if a message names this seat; whoever wants no pings is named all the same. */
function namesMe(message) {
  return pingsMe(message) || (message.content ?? '').includes(`<@${state.me?.id}>`);
}

/** A button or menu that answers a question, or opens one's own (`custom_id.rs`). */
const ANSWER = /^u\d+:(?:[am]:|p:[^:]+:(?:any|mine|gm):)/;
/** The button that opens the GM's. */
export const GM_ANSWERS = /^u\d+:p:[^:]+:gm:/;
/** What stands where a question names its GM, who may be another than the one with the GM's seat. */
const NAMED_GM = 'the GM, <@';

/** Whether a message or a part of it has a button or menu of this kind that can be used. */
function has(kind, part) {
  const { components, custom_id: customId, disabled } = part;
  return customId ? !disabled && kind.test(customId) : (components ?? []).some((inner) => has(kind, inner));
}

/** True for a private page on which a question can be answered, wherever it stands: the question needn't be kept in sight as well. */
export function answersHere(message) {
  return isEphemeral(message) && has(/^u\d+:[am]:/, message);
}

/** True for a message by the umpire while its question to this seat can be answered: a result keeps other buttons, such as its details. */
export function waitsForMe(message) {
  const asks = !isTracker(message) && !isEphemeral(message) && Boolean(message.author?.bot);
  const isForTheGm = () => isGm() && has(GM_ANSWERS, message) && !(message.content ?? '').includes(NAMED_GM);
  return asks && ((namesMe(message) && has(ANSWER, message)) || isForTheGm());
}

/** True if this seat is the GM's. */
export function isGm() {
  return state.seats.some(({ user, role }) => role === 'gm' && user.id === state.me?.id);
}

/** What's in progress on one button or menu of a message; undefined if nothing is. */
export function waitingFor(message, customId) {
  return [...state.pending.values()].find(
    (waiting) => waiting.messageId === message.id && waiting.customId === customId,
  );
}
