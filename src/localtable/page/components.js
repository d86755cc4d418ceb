// Buttons and select menus under a message. They are drawn from the message and from what is open here; one listener at
// the root (`listenForPresses`) serves them all, so that a redraw loses nothing.
// Refuses to do: deciding who may press. Every press goes to the umpire, who answers in words.

import { press } from './actions.js';
import { el, ownAddress } from './dom.js';
import { jumpLink, prose } from './prose.js';
import { state, update } from './store.js';

const TYPE = { ROW: 1, BUTTON: 2, STRING_SELECT: 3, USER_SELECT: 5, CHANNEL_SELECT: 8, SECTION: 9, TEXT: 10, SEPARATOR: 14, CONTAINER: 17 };
const STYLE_LINK = 5;
const STYLE_WORDS = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' };

/** `message id/custom id` -> the menu as the person left it: { open, chosen: [value], offered }; void once other rows are offered. */
const menus = new Map();
const MAX_MENUS = 400;

/** The components of a message. */
export function renderComponents(message, names) {
  return (message.components ?? []).map((component) => part(component, message, names));
}

function part(component, message, names) {
  const inside = () => (component.components ?? []).map((child) => part(child, message, names));
  switch (component.type) {
    case TYPE.ROW: return el('div', { class: 'row' }, inside());
    case TYPE.BUTTON: return button(component, message);
    case TYPE.STRING_SELECT: return menu(component, component.options ?? [], message);
    case TYPE.USER_SELECT: return menu(component, memberOptions(), message);
    case TYPE.CHANNEL_SELECT: return menu(component, channelOptions(), message);
    case TYPE.CONTAINER: return el('div', { class: 'embed' }, inside());
    case TYPE.SECTION: return el('div', { class: 'section' }, el('div', {}, inside()), component.accessory ? part(component.accessory, message, names) : null);
    case TYPE.TEXT: return el('div', { class: 'content' }, prose(component.content, names));
    case TYPE.SEPARATOR: return el('hr');
    default: return el('p', { class: 'subtext' }, '[a part of this message that the local table cannot show]');
  }
}

function memberOptions() {
  return state.seats.map(({ user }) => ({ label: user.global_name || user.username, value: user.id }));
}

function channelOptions() {
  return state.channels.map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
}

function waitingFor(message, customId) {
  return [...state.pending.values()].find((waiting) => waiting.messageId === message.id && waiting.customId === customId);
}

function emojiText(emoji) {
  if (!emoji?.name) return '';
  return emoji.id ? `:${emoji.name}: ` : `${emoji.name} `;
}

function button(component, message) {
  const words = `${emojiText(component.emoji)}${component.label ?? ''}`.trim();
  if (component.style === STYLE_LINK) {
    const jump = jumpLink(component.url, words, 'button style-link');
    if (jump) return jump;
    const own = ownAddress(component.url);
    return own ? el('a', { class: 'button style-link', href: own, target: '_blank', rel: 'noopener' }, words)
      : el('span', { class: 'button style-link' }, `${words} (${component.url})`);
  }
  const waiting = waitingFor(message, component.custom_id);
  return el('button', {
    type: 'button',
    class: `button style-${component.style}`,
    disabled: component.disabled,
    'aria-busy': waiting ? 'true' : null,
    data: { customId: component.custom_id, press: message.id, style: STYLE_WORDS[component.style] },
  }, words, waiting ? el('span', { class: 'waiting' }, ' …') : null);
}

function menuOf(message, component, options) {
  const kept = menus.get(`${message.id}/${component.custom_id}`);
  if (kept?.offered === offeredBy(options.map((option) => option.value))) return kept;
  return { open: false, chosen: options.filter((option) => option.default).map((option) => option.value) };
}

function offeredBy(values) {
  return values.join('\n');
}

/** A select menu: a button that unfolds its list in place, which needs no room beside it on a phone. */
function menu(component, options, message) {
  const { open, chosen } = menuOf(message, component, options);
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const labels = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  const waiting = waitingFor(message, component.custom_id);
  const words = labels.length ? labels.join(', ') : component.placeholder || 'Make a choice';
  return el('div', { class: open ? 'menu open' : 'menu', data: { key: `menu-${component.custom_id}` } },
    el('button', {
      type: 'button', class: 'menu-button', disabled: component.disabled, 'aria-haspopup': 'listbox',
      'aria-expanded': String(open), 'aria-busy': waiting ? 'true' : null,
      data: { customId: component.custom_id, menu: message.id, most, offered: offeredBy(options.map((option) => option.value)), testid: 'select' },
    }, el('span', {}, words, waiting ? ' …' : ''), el('span', { class: 'arrow', 'aria-hidden': 'true' }, open ? '▴' : '▾')),
    open ? el('div', { class: 'menu-list', role: 'listbox', 'aria-label': component.placeholder || 'Choices', 'aria-multiselectable': most > 1 ? 'true' : null },
      options.map((option) => optionRow(option, chosen, most))) : null,
    open && most > 1 ? el('div', { class: 'menu-done' },
      el('span', { class: 'subtext' }, choiceRange(least, most)),
      el('button', { type: 'button', class: 'button style-1', disabled: chosen.length < least, data: { menuDone: '1', testid: 'select-done' } }, `Choose these (${chosen.length})`)) : null);
}

function choiceRange(least, most) {
  return least === most ? `Choose ${most}.` : `Choose ${least} to ${most}.`;
}

function optionRow(option, chosen, most) {
  const selected = chosen.includes(option.value);
  return el('div', { class: 'option', role: 'option', tabindex: '-1', 'aria-selected': String(selected), data: { key: option.value, value: option.value } },
    most > 1 ? el('span', { class: 'tick', 'aria-hidden': 'true' }, selected ? '☑' : '☐') : null,
    el('span', { class: 'option-words' },
      el('span', { class: 'option-label' }, `${emojiText(option.emoji)}${option.label}`),
      option.description ? el('span', { class: 'option-description' }, option.description) : null));
}

/** Hears the presses and keys of every button and menu under `root`. `messageOf(id)` finds a message. */
export function listenForPresses(root, messageOf) {
  root.addEventListener('click', (event) => {
    const target = event.target.closest('button, [role=option]');
    if (!target || !root.contains(target)) return;
    if (target.dataset.press) pressButton(target, messageOf);
    else if (target.dataset.menu) toggleMenu(target);
    else if (target.matches('[role=option]')) choose(target, messageOf);
    else if (target.dataset.menuDone) sendChosen(target, messageOf);
  });
  root.addEventListener('keydown', (event) => {
    const option = event.target.closest('[role=option]');
    if (option) optionKey(event, option, messageOf);
    else if (event.target.dataset?.menu && event.key === 'ArrowDown') {
      event.preventDefault();
      toggleMenu(event.target, true);
    } else if (event.key === 'Escape' && event.target.closest('.menu.open')) {
      event.stopPropagation();
      toggleMenu(buttonOf(event.target), false);
    }
  });
}

function pressButton(target, messageOf) {
  const message = messageOf(target.dataset.press);
  if (message) press(message, target.dataset.customId, target.textContent.trim());
}

function buttonOf(inside) {
  return inside.closest('.menu').querySelector('.menu-button');
}

function setMenu(target, change) {
  const key = `${target.dataset.menu}/${target.dataset.customId}`;
  const { offered } = target.dataset;
  const kept = menus.get(key);
  const old = kept?.offered === offered ? kept : { open: false, chosen: [], offered };
  menus.set(key, { ...old, ...change });
  if (menus.size > MAX_MENUS) menus.delete(menus.keys().next().value);
  // Whose drawing depends on an open menu: the messages map is what they compare.
  update((now) => {
    for (const [channelId, list] of now.messages) {
      const place = list.findIndex((message) => message.id === target.dataset.menu);
      if (place >= 0) now.messages.set(channelId, list.with(place, { ...list[place] }));
    }
  });
}

function toggleMenu(target, open = target.getAttribute('aria-expanded') !== 'true') {
  const menuNode = target.closest('.menu');
  setMenu(target, { open });
  queueMicrotask(() => queueMicrotask(() => {
    if (!open) target.focus();
    else (menuNode.querySelector('[aria-selected=true]') ?? menuNode.querySelector('[role=option]'))?.focus();
  }));
}

function choose(row, messageOf) {
  const target = buttonOf(row);
  const most = Number(target.dataset.most);
  if (most === 1) {
    setMenu(target, { open: false, chosen: [row.dataset.value] });
    target.focus();
    send(target, [row.dataset.value], messageOf);
    return;
  }
  const chosen = new Set([...row.parentNode.querySelectorAll('[aria-selected=true]')].map((other) => other.dataset.value));
  if (!chosen.delete(row.dataset.value) && chosen.size < most) chosen.add(row.dataset.value);
  setMenu(target, { chosen: [...chosen] });
}

function sendChosen(done, messageOf) {
  const target = buttonOf(done);
  const chosen = [...done.closest('.menu').querySelectorAll('[aria-selected=true]')].map((row) => row.dataset.value);
  setMenu(target, { open: false, chosen });
  target.focus();
  send(target, chosen, messageOf);
}

function send(target, values, messageOf) {
  const message = messageOf(target.dataset.menu);
  if (message) press(message, target.dataset.customId, 'Your choice', values);
}

function optionKey(event, option, messageOf) {
  const rows = [...option.parentNode.querySelectorAll('[role=option]')];
  const at = rows.indexOf(option);
  const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  if (event.key in moves) {
    rows[Math.max(0, Math.min(rows.length - 1, moves[event.key]))].focus();
  } else if (event.key === 'Enter' || event.key === ' ') {
    choose(option, messageOf);
  } else if (event.key === 'Escape') {
    toggleMenu(buttonOf(option), false);
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase();
    const next = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find((row) => row.textContent.toLowerCase().startsWith(letter));
    next?.focus();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
