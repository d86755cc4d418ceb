// The umpire's components under a message: rows, buttons, and the newer containers and texts. One listener at the root
// (`listenForPresses`) serves them all, so that a redraw loses nothing. Select menus are in select-menu.js.
// Refuses to do: deciding who can press. Every press goes to the umpire, which replies in words.

import { press } from './actions.js';
import { el, ownAddress } from './dom.js';
import { menu, menuClick, menuKey } from './select-menu.js';
import { emojiText, jumpLink, markdownElements } from './markdown-elements.js';
import { GM_ANSWERS, isEphemeral, isGm, isTracker, state, waitingFor, waitsForMe } from './store.js';
import { mayAct } from './turn.js';

const TYPE = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  USER_SELECT: 5,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT: 10,
  SEPARATOR: 14,
  CONTAINER: 17,
};
const STYLE_LINK = 5;
const STYLE_SECONDARY = 2;
/** The button below a result that opens everything about it (`custom_id.rs`). */
const DETAILS = /^u\d+:d:/;
/** The tracker's button that opens a turn menu. */
const ACT_AS = /^u\d+:t:[^:]+:[^:]+:as$/;
const STYLE_WORDS = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

/** The components of a message. */
export function renderComponents(message, names) {
  return (message.components ?? []).map((component) => part(component, message, names));
}

function part(component, message, names) {
  const inside = () => (component.components ?? []).map((child) => part(child, message, names));
  switch (component.type) {
    case TYPE.ROW:
      return el('div', { class: 'row' }, inside());
    case TYPE.BUTTON:
      return button(component, message);
    case TYPE.STRING_SELECT:
      return menu(component, component.options ?? [], message);
    case TYPE.USER_SELECT:
      return menu(component, memberOptions(), message);
    case TYPE.CHANNEL_SELECT:
      return menu(component, channelOptions(), message);
    case TYPE.CONTAINER:
      return el('div', { class: 'embed' }, inside());
    case TYPE.SECTION:
      return el(
        'div',
        { class: 'section' },
        el('div', {}, inside()),
        component.accessory ? part(component.accessory, message, names) : null,
      );
    case TYPE.TEXT:
      return el('div', { class: 'content' }, markdownElements(component.content, names));
    case TYPE.SEPARATOR:
      return el('hr');
    default:
      return el('p', { class: 'subtext' }, '[a part of this message that the local table cannot show]');
  }
}

function memberOptions() {
  return state.seats.map(({ user }) => ({ label: user.global_name || user.username, value: user.id }));
}

function channelOptions() {
  return state.channels.map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}

/** Whether it leads to a turn or a question that is somebody else's: it can be pressed, but doesn't stand out. */
function isForOthers({ custom_id: customId = '' }, message) {
  if (isTracker(message)) return ACT_AS.test(customId) && !mayAct(message.content, { me: state.me?.id, isGm: isGm() });
  return GM_ANSWERS.test(customId) && !isEphemeral(message) && !waitsForMe(message);
}

function button(component, message) {
  const words = `${emojiText(component.emoji)}${component.label ?? ''}`.trim();
  if (component.style === STYLE_LINK) {
    const jump = jumpLink(component.url, words, 'button style-link');
    if (jump) return jump;
    const own = ownAddress(component.url);
    return own
      ? el('a', { class: 'button style-link', href: own, target: '_blank', rel: 'noopener' }, words)
      : el('span', { class: 'button style-link' }, `${words} (${component.url})`);
  }
  const waiting = waitingFor(message, component.custom_id);
  const style = isForOthers(component, message) ? STYLE_SECONDARY : component.style;
  return el(
    'button',
    {
      type: 'button',
      class: `button style-${style}${DETAILS.test(component.custom_id) ? ' quiet' : ''}`,
      disabled: component.disabled,
      'aria-busy': waiting ? 'true' : null,
      data: { customId: component.custom_id, press: message.id, style: STYLE_WORDS[style] },
    },
    words,
    waiting ? el('span', { class: 'waiting' }, ' …') : null,
  );
}

/** Handles presses and keys for every button and menu under `root`. `messageOf(id)` finds a message. */
export function listenForPresses(root, messageOf) {
  root.addEventListener('click', (event) => {
    const target = event.target.closest('button, [role=option]');
    if (!target || !root.contains(target)) return;
    if (target.dataset.press) pressButton(target, messageOf);
    else menuClick(target, messageOf);
  });
  root.addEventListener('keydown', (event) => menuKey(event, messageOf));
}

function pressButton(target, messageOf) {
  const message = messageOf(target.dataset.press);
  if (message) press(message, target.dataset.customId, target.textContent.trim());
}
