// What a person does: commands, presses, submits, talk; and tracks each by its nonce until it's answered.
// Refuses to do: drawing. It changes the state (store.js), and everything else is drawn from that.

import { openModal, modalRefused } from './modal.js';
import { openLine } from './socket.js';
import { receive, state, update } from './store.js';

/** How many recent requests' channels are remembered, for dialogs that may follow. */
const MAX_ORIGINS = 50;
/** The server fails whatever the umpire doesn't answer within three seconds; this is for a server that doesn't. */
const GIVE_UP_MS = 10_000;
const NO_ANSWER = 'No answer came.';
const NO_LINE = 'You’re not connected to the table right now. Nothing was sent.';
const LINE_LOST = 'The connection was lost before an answer came. Check whether it went through before you try again.';

let line = null;
const asked = new Map();
const origins = new Map();
let noticeCount = 0;

/** Takes a seat (null: only looks who sits here): closes the old connection and opens the seat's. */
export function sitDown(seatId) {
  line?.close();
  asked.clear();
  looked = null;
  line = openLine(seatId, { onEvent: heard, onLink: linkChanged });
}

/** The channel that the table knows this tab shows. */
let looked = null;

/** Tells the table which channel this tab shows: whoever sits at a fight plays in it, and Umpire plays for empty seats. */
export function lookAt(channelId) {
  if (!channelId || channelId === looked) return;
  if (line?.send('look', { channel_id: channelId })) looked = channelId;
}

/** Tries to reach the server now instead of after the delay. */
export function retryNow() {
  line?.retryNow();
}

function linkChanged(link) {
  if (link === 'connecting') looked = null;
  if (link === 'waiting') {
    for (const question of asked.values()) question.refuse(LINE_LOST);
    asked.clear();
  }
  update((now) => {
    // HELLO opens it; a first attempt is shown as connecting, later ones keep showing "waiting".
    now.link = link === 'connecting' && now.link === 'waiting' ? 'waiting' : link;
    if (link === 'waiting') now.fruitless += 1;
    if (link === 'waiting') for (const nonce of [...now.pending.keys()]) failed(now, nonce, LINE_LOST);
  });
}

function heard(event) {
  if (receive(event)) return;
  const { nonce } = event.d ?? {};
  switch (event.t) {
    case 'ACK':
      return acknowledged(nonce);
    case 'FAILED':
    case 'REFUSED':
      return refused(nonce, event.d.reason);
    case 'CHOICES':
      return answered(nonce, event.d.choices ?? []);
    case 'MODAL':
      return modalAsked(event.d);
    default:
  }
}

/**
 * Acknowledged. "thinking" ends the wait as well: from here on, a message by the umpire shows it.
 * Choices and dialogs come after their acknowledgement.
 */
function acknowledged(nonce) {
  if (!asked.get(nonce)?.wantsChoices) answered(nonce, null);
  update((now) => now.pending.delete(nonce));
}

function answered(nonce, answer) {
  asked.get(nonce)?.answer(answer);
  asked.delete(nonce);
}

function refused(nonce, reason) {
  asked.get(nonce)?.refuse(reason);
  asked.delete(nonce);
  update((now) => failed(now, nonce, reason));
}

/** Shows a failure where it belongs: at its message, in its dialog, or beside the composer. */
function failed(now, nonce, reason) {
  const waiting = now.pending.get(nonce);
  now.pending.delete(nonce);
  if (!waiting || waiting.kind === 'submit') return;
  const held =
    waiting.messageId &&
    (now.messages.get(waiting.channelId) ?? []).some((message) => message.id === waiting.messageId);
  if (held) now.faults.set(waiting.messageId, reason);
  else notice(now, `${waiting.label}: ${reason}`, waiting.line);
}

function notice(now, text, typed = null, ofLine = false) {
  noticeCount += 1;
  now.notices = [...now.notices, { id: noticeCount, text, line: typed, ofLine }].slice(-3);
}

/**
 * Shows a notice beside the composer. `typed` is a line that can be restored for another try; `ofLine` says that it's
 * about what stands in the composer.
 */
export function tell(text, typed = null, ofLine = false) {
  update((now) => notice(now, text, typed, ofLine));
}

/** Removes the notices about what stood in the composer, once nothing does. */
export function dropLineNotices() {
  if (!state.notices.some((item) => item.ofLine)) return;
  update((now) => {
    now.notices = now.notices.filter((item) => !item.ofLine);
  });
}

/** Removes a notice. */
export function dropNotice(id) {
  update((now) => {
    now.notices = now.notices.filter((item) => item.id !== id);
  });
}

function ask(op, body, waiting) {
  const nonce = line?.send(op, body) ?? null;
  origins.set(nonce, waiting.channelId);
  if (origins.size > MAX_ORIGINS) origins.delete(origins.keys().next().value);
  if (nonce !== null)
    setTimeout(() => {
      if (state.pending.has(nonce)) refused(nonce, NO_ANSWER);
    }, GIVE_UP_MS);
  update((now) => {
    if (waiting.messageId) now.faults.delete(waiting.messageId);
    if (nonce === null) {
      now.pending.set('unsent', waiting);
      failed(now, 'unsent', NO_LINE);
    } else {
      now.pending.set(nonce, waiting);
    }
  });
  return nonce;
}

/** Uses a slash command; `typed` is its line, to be restored if it fails. */
export function useCommand(name, options, path, typed) {
  update((now) => {
    now.notices = [];
  });
  const channelId = state.channelId;
  return ask(
    'command',
    { channel_id: channelId, name, options },
    { kind: 'command', channelId, label: `/${path}`, line: typed },
  );
}

/** Asks the umpire for an option's suggestions: a promise of choices, which fails with the reason. */
export function suggestions(name, options) {
  return new Promise((answer, refuse) => {
    const nonce = line?.send('autocomplete', { channel_id: state.channelId, name, options }) ?? null;
    if (nonce === null) refuse(NO_LINE);
    else asked.set(nonce, { answer, refuse, wantsChoices: true });
  });
}

/** Presses a button, or sends the values chosen in a select menu. */
export function press(message, customId, label, values) {
  const held = [...state.pending.values()].some(
    (waiting) => waiting.messageId === message.id && waiting.customId === customId,
  );
  if (held) return null;
  const channelId = message.channel_id;
  const body = { channel_id: channelId, message_id: message.id, custom_id: customId, ...(values ? { values } : {}) };
  return ask('press', body, { kind: 'press', channelId, messageId: message.id, customId, label });
}

function modalAsked(modal) {
  acknowledged(modal.nonce);
  const channelId = origins.get(modal.nonce) ?? state.channelId;
  openModal(modal, (components) => submit(modal, channelId, components));
}

/** Submits a dialog; the promise fails with the reason, so that the dialog can stay open and show it. */
function submit(modal, channelId, components) {
  return new Promise((answer, refuse) => {
    const body = { channel_id: channelId, modal_nonce: modal.nonce, custom_id: modal.custom_id, components };
    const nonce = ask('submit', body, { kind: 'submit', channelId, label: modal.title });
    if (nonce === null) refuse(NO_LINE);
    else asked.set(nonce, { answer, refuse });
  }).catch(modalRefused);
}

/** Sends an ordinary message. */
export function say(content) {
  update((now) => {
    now.notices = [];
  });
  const channelId = state.channelId;
  return ask(
    'say',
    { channel_id: channelId, content },
    { kind: 'say', channelId, label: 'Your message', line: content },
  );
}

/** Dismisses an ephemeral message. */
export function dismiss(message) {
  line?.send('dismiss', { message_id: message.id });
  receive({ t: 'MESSAGE_DELETE', d: { id: message.id, channel_id: message.channel_id } });
}
