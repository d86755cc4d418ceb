// Select menus: a button that unfolds its list in place. What's open and ticked is kept here, beside the messages, so
// that editing the message doesn't close a menu someone is choosing from.
// Refuses to do: native selects, which on some systems choose with the first arrow key and show no descriptions.

import { press } from './actions.js';
import { el } from './dom.js';
import { emojiText } from './markdown-elements.js';
import { update, waitingFor } from './store.js';

/** `message id/custom id` -> the menu as the person left it; void once the offered rows differ from `offered`. */
const menus = new Map();
const MAX_MENUS = 400;

function menuOf(message, component, options) {
  const kept = menus.get(`${message.id}/${component.custom_id}`);
  if (kept?.offered === joined(options.map((option) => option.value))) return kept;
  return { open: false, chosen: options.filter((option) => option.default).map((option) => option.value) };
}

/** Values as one attribute, and split again. */
function joined(values) {
  return values.join('\n');
}

function apart(values) {
  return values ? values.split('\n') : [];
}

/** A select menu of `options`: a button that unfolds its list in place, which needs no extra room on a phone. */
export function menu(component, options, message) {
  const { open, chosen } = menuOf(message, component, options);
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const labels = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  const waiting = waitingFor(message, component.custom_id);
  const words = labels.length ? labels.join(', ') : component.placeholder || 'Make a choice';
  return el(
    'div',
    { class: open ? 'menu open' : 'menu', data: { key: `menu-${component.custom_id}` } },
    el(
      'button',
      {
        type: 'button',
        class: 'menu-button',
        disabled: component.disabled,
        'aria-haspopup': 'listbox',
        'aria-expanded': String(open),
        'aria-busy': waiting ? 'true' : null,
        data: {
          customId: component.custom_id,
          menu: message.id,
          most,
          offered: joined(options.map((option) => option.value)),
          chosen: joined(chosen),
          testid: 'select',
        },
      },
      el('span', {}, words, waiting ? ' …' : ''),
      el('span', { class: 'arrow', 'aria-hidden': 'true' }, open ? '▴' : '▾'),
    ),
    open
      ? el(
          'div',
          {
            class: 'menu-list',
            role: 'listbox',
            'aria-label': component.placeholder || 'Choices',
            'aria-multiselectable': most > 1 ? 'true' : null,
          },
          options.map((option) => optionRow(option, chosen, most)),
        )
      : null,
    open && most > 1
      ? el(
          'div',
          { class: 'menu-done' },
          el('span', { class: 'subtext' }, choiceRange(least, most)),
          el(
            'button',
            {
              type: 'button',
              class: 'button style-1',
              disabled: chosen.length < least,
              data: { menuDone: '1', testid: 'select-done' },
            },
            `Choose these (${chosen.length})`,
          ),
        )
      : null,
  );
}

function choiceRange(least, most) {
  return least === most ? `Choose ${most}.` : `Choose ${least} to ${most}.`;
}

function optionRow(option, chosen, most) {
  const selected = chosen.includes(option.value);
  return el(
    'div',
    {
      class: 'option',
      role: 'option',
      tabindex: '-1',
      'aria-selected': String(selected),
      data: { key: option.value, value: option.value },
    },
    most > 1 ? el('span', { class: 'tick', 'aria-hidden': 'true' }, selected ? '☑' : '☐') : null,
    el(
      'span',
      { class: 'option-words' },
      el('span', { class: 'option-label' }, `${emojiText(option.emoji)}${option.label}`),
      option.description ? el('span', { class: 'option-description' }, option.description) : null,
    ),
  );
}

/** Handles a click on a menu's button, on one of its rows, or on the button that sends several. */
export function menuClick(target, messageOf) {
  if (target.dataset.menu) toggleMenu(target);
  else if (target.matches('.menu [role=option]')) choose(target, messageOf);
  else if (target.dataset.menuDone) sendChosen(target, messageOf);
}

/** Handles a key in a menu: arrows, Home, End, first letters, Enter, Space and Escape. */
export function menuKey(event, messageOf) {
  const option = event.target.closest('.menu [role=option]');
  if (option) {
    optionKey(event, option, messageOf);
  } else if (event.target.dataset?.menu && event.key === 'ArrowDown') {
    event.preventDefault();
    toggleMenu(event.target, true);
  } else if (event.key === 'Escape' && event.target.closest('.menu.open')) {
    event.stopPropagation();
    toggleMenu(buttonOf(event.target), false);
  }
}

function buttonOf(inside) {
  return inside.closest('.menu').querySelector('.menu-button');
}

function setMenu(target, change) {
  const key = `${target.dataset.menu}/${target.dataset.customId}`;
  const { offered } = target.dataset;
  const kept = menus.get(key);
  const old = kept?.offered === offered ? kept : { open: false, chosen: apart(target.dataset.chosen), offered };
  menus.set(key, { ...old, ...change });
  if (menus.size > MAX_MENUS) menus.delete(menus.keys().next().value);
  // Parts whose drawing depends on an open menu compare the messages map.
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
  queueMicrotask(() =>
    queueMicrotask(() => {
      if (!open) target.focus();
      else (menuNode.querySelector('[aria-selected=true]') ?? menuNode.querySelector('[role=option]'))?.focus();
    }),
  );
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
  const chosen = new Set(
    [...row.parentNode.querySelectorAll('[aria-selected=true]')].map((other) => other.dataset.value),
  );
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
    const next = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find((row) =>
      row.textContent.toLowerCase().startsWith(letter),
    );
    next?.focus();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
