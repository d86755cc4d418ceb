// The line at the bottom: ordinary talk, a slash command typed on one line, or the way into a command's fields.
// Refuses to do: the fields themselves (command-form.js), and sending what's known to be invalid.

import { dropLineNotices, say, tell, useCommand } from './actions.js';
import { createCommandForm } from './command-form.js';
import { flatten, matching, optionTree, optionsAfter, parseLine, wordsForFile } from './command-line.js';
import { createListbox } from './listbox.js';
import { OPTION } from './options.js';
import { nameOf, state } from './store.js';

/** The maximum length of an ordinary member's message on Discord. */
const MAX_MESSAGE = 2000;

const input = () => document.getElementById('composer-input');
let listbox = null;
let form = null;
let entries = [];
let entriesFrom = null;
/** What's half typed in each channel, and the channel of the line that's shown. */
const lines = new Map();
let lineOf = null;

/** Sets the composer up, once. */
export function startComposer() {
  listbox = createListbox(document.getElementById('composer-menu'), (item) =>
    form.entry() ? form.pick(item) : take(item),
  );
  form = createCommandForm({
    listbox,
    place: { members, channels: channelChoices },
    onSend: sendForm,
    onClose: backToText,
  });
  const box = input();
  box.addEventListener('input', () => {
    if (!box.value) dropLineNotices();
    fit();
    suggest();
  });
  box.addEventListener('keydown', keyInText);
  box.addEventListener('focus', suggest);
  box.addEventListener('blur', () => {
    if (!form.entry()) listbox.hide();
  });
  document.getElementById('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.entry()) form.send();
    else sendText();
  });
  document.getElementById('composer-commands').addEventListener('click', () => {
    if (form.entry()) form.close();
    focusComposer(input().value.startsWith('/') ? '' : '/');
  });
}

function members() {
  const users = [...state.seats.map((seat) => seat.user), state.bot.user].filter(Boolean);
  return users.map((user) => ({ name: nameOf(user), value: user.id }));
}

function channelChoices() {
  return state.channels.map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
}

/** False where an unrequested cursor would bring up an on-screen keyboard: on phones and tablets. */
export function mayOpenKeyboard() {
  return !matchMedia('(pointer: coarse), (max-width: 760px)').matches;
}

/** Puts the cursor into the line; `typed` replaces its text, if given. */
export function focusComposer(typed = '') {
  if (form.entry()) {
    form.focus();
    return;
  }
  if (typed) input().value = typed;
  input().focus();
  input().setSelectionRange(input().value.length, input().value.length);
  fit();
  suggest();
}

/** Restores a line that couldn't be sent. */
export function restoreLine(typed) {
  if (form.entry()) form.close();
  focusComposer(typed);
}

/** Updates the offered commands after HELLO or COMMANDS, and the line in another channel. */
export function drawComposer() {
  keepLine();
  if (entriesFrom !== state.commands) {
    entriesFrom = state.commands;
    entries = flatten(state.commands, state.permissions);
  }
}

/** Each channel keeps its own line: what's half typed for the GM alone mustn't stand in everybody's channel, one key from being sent. */
function keepLine() {
  if (lineOf === state.channelId) return;
  if (form.entry()) form.close();
  lines.set(lineOf, input().value);
  lineOf = state.channelId;
  input().value = lines.get(lineOf) ?? '';
  listbox.hide();
  queueMicrotask(dropLineNotices);
  fit();
}

function fit() {
  const box = input();
  box.style.height = 'auto';
  box.style.height = `${Math.min(box.scrollHeight, 160)}px`;
}

function suggest() {
  if (form.entry()) return;
  const typed = input().value;
  if (!typed.startsWith('/') || typed.includes('\n')) {
    listbox.hide();
    return;
  }
  const parsed = parseLine(typed, entries);
  const atOptions = parsed.entry && typed.trimEnd().length > parsed.entry.path.length + 1;
  const named = parsed.entry && /\s$/.test(typed) && typed.trim() === `/${parsed.entry.path}`;
  if (atOptions || (named && parsed.entry.options.length)) {
    offerOptions(typed, parsed);
    return;
  }
  const found = matching(entries, typed);
  const note = found.length ? null : 'There’s no command like that. Delete back to / to see them all.';
  listbox.show(input(), found.map(asItem), { label: 'Commands', note });
}

function asItem(entry) {
  const needed = entry.options
    .filter((option) => option.required)
    .map((option) => option.name)
    .join(' ');
  return { name: `/${entry.path}`, tag: needed, hint: entry.description, testid: 'command', entry };
}

/** Offers what can follow; none is marked at first, since Enter sends a complete command. */
function offerOptions(typed, parsed) {
  const after = optionsAfter(typed, entries);
  // A word that begins an option's name is no value yet.
  const { entry, values } = after.length ? parseLine(after[0].rest, entries) : parsed;
  const wordy = wordsForFile(entry, values);
  const offered = wordy ? [{ entry, option: wordy.option, rest: typed }] : after;
  const note = wordy?.problem ?? optionsNote(entry, values);
  listbox.show(input(), offered.map(asOption), { label: 'Options', note, first: -1 });
}

function asOption({ entry, option, rest }) {
  const kind = option.type === OPTION.ATTACHMENT ? 'a file' : '';
  const tag = [option.required ? 'required' : '', kind].filter(Boolean).join(', ');
  return { name: `${option.name}:`, tag, hint: option.description, testid: 'option', entry, option, rest };
}

/** Opens a command's fields; with one of its options among them, if that was chosen. */
function take({ entry, option, rest }) {
  if (!option) return openForm(entry);
  const { values } = parseLine(rest, entries);
  openForm(entry, new Map([...values, [option.name, '']]));
  form.focus(option.name);
}

function optionsNote(entry, values) {
  const left = entry.options.filter((option) => !values.has(option.name));
  const names = (required) =>
    left
      .filter((option) => Boolean(option.required) === required)
      .map((option) => `${option.name}:`)
      .join(' ');
  const parts = [names(true) && `still needs ${names(true)}`, names(false) && `may have ${names(false)}`].filter(
    Boolean,
  );
  return `/${entry.path} ${parts.join(', ') || 'is complete'}. Enter sends, Tab opens the fields.`;
}

function keyInText(event) {
  if (event.isComposing) return;
  if (listbox.key(event)) return;
  const typed = input().value;
  if (event.key === 'Tab' && !event.shiftKey && typed.startsWith('/') && listbox.isOpen()) {
    event.preventDefault();
    const parsed = parseLine(typed, entries);
    if (listbox.active()) take(listbox.active());
    else if (parsed.entry) openForm(parsed.entry, parsed.values);
  } else if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    enterInText(typed);
  }
}

/** Enter takes the marked command while its name is being typed, and sends the line once it's complete. */
function enterInText(typed) {
  if (listbox.active()?.option) return take(listbox.active());
  const marked = listbox.active()?.entry;
  const whole = marked && typed.trim().toLowerCase() === `/${marked.path}`;
  if (marked && !(whole && !marked.options.some((option) => option.required))) openForm(marked);
  else sendText();
}

function openForm(entry, values = new Map()) {
  dropLineNotices();
  listbox.hide();
  form.open(entry, values);
}

function backToText(typed, focus = true) {
  input().value = typed;
  fit();
  if (focus) focusComposer();
}

function sendText() {
  const typed = input().value.trim();
  if (!typed) return;
  if (typed.startsWith('/')) {
    sendLine(typed);
  } else if ([...typed].length > MAX_MESSAGE) {
    tell(`A message can have at most ${MAX_MESSAGE} characters; this one has ${[...typed].length}.`);
  } else if (say(typed)) {
    clear();
  }
}

/** Sends a command typed on one line; anything missing or invalid opens as fields with the reason beside it. */
function sendLine(typed) {
  const parsed = parseLine(typed, entries);
  const problem = parsed.problem ?? wordsForFile(parsed.entry, parsed.values)?.problem;
  if (problem) {
    tell(problem, null, true);
    return;
  }
  openForm(parsed.entry, parsed.values);
  form.send();
}

/** The form calls this with checked values. */
function sendForm(entry, values, typed) {
  if (useCommand(entry.name, optionTree(entry, values), entry.path, typed) === null) return false;
  clear();
  return true;
}

function clear() {
  input().value = '';
  dropLineNotices();
  fit();
  listbox.hide();
}
