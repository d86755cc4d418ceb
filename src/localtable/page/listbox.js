// The list above the composer for choosing a command or a value with arrow keys, mouse or touch, while typing continues
// in the input that owns it.
// Refuses to do: focus. It stays in the input, which learns the active row from `aria-activedescendant`.

import { el } from './dom.js';

/** Rows beyond this many aren't shown; typing narrows them down (Discord shows 25 choices). */
const MAX_ROWS = 50;

/** Makes `root` a list. Calls `onPick(item)` with the chosen item. Items: `{ name, hint?, tag?, testid? }`. */
export function createListbox(root, onPick) {
  let items = [];
  let active = -1;
  let input = null;
  root.setAttribute('role', 'listbox');
  root.addEventListener('pointerdown', (event) => event.preventDefault());
  root.addEventListener('click', (event) => {
    const row = event.target.closest('[role=option]');
    if (row) onPick(items[Number(row.dataset.index)]);
  });

  /** Shows a list for an input; `note` is above it, or alone. The row `first` is marked, -1 for none. */
  function show(owner, list, { label, note = null, first = 0 } = {}) {
    if (input && input !== owner) release();
    input = owner;
    items = list.slice(0, MAX_ROWS);
    active = Math.min(first, items.length - 1);
    root.setAttribute('aria-label', label ?? 'Choices');
    root.replaceChildren(note ? el('p', { class: 'listbox-note' }, note) : '', ...items.map(row));
    root.hidden = !items.length && !note;
    owner.setAttribute('aria-expanded', String(!root.hidden));
    mark();
  }

  function row(item, index) {
    return el(
      'div',
      {
        class: 'option',
        role: 'option',
        id: `listbox-${index}`,
        'aria-selected': 'false',
        data: { index, testid: item.testid ?? 'choice', name: item.name },
      },
      el(
        'span',
        { class: 'option-words' },
        el(
          'span',
          { class: 'option-label' },
          item.name,
          item.tag ? el('span', { class: 'option-tag' }, ` ${item.tag}`) : null,
        ),
        item.hint ? el('span', { class: 'option-description' }, item.hint) : null,
      ),
    );
  }

  function mark() {
    root.querySelectorAll('[role=option]').forEach((node, index) => {
      node.setAttribute('aria-selected', String(index === active));
      node.classList.toggle('active', index === active);
      if (index === active) node.scrollIntoView({ block: 'nearest' });
    });
    if (active >= 0) input?.setAttribute('aria-activedescendant', `listbox-${active}`);
    else input?.removeAttribute('aria-activedescendant');
  }

  function release() {
    input?.setAttribute('aria-expanded', 'false');
    input?.removeAttribute('aria-activedescendant');
    input = null;
  }

  function hide() {
    root.hidden = true;
    items = [];
    active = -1;
    release();
  }

  /** Handles a key of the owning input; returns true if it was one of the list's. */
  function key(event) {
    if (root.hidden) return false;
    if (event.key === 'Escape') hide();
    else if (!items.length) return false;
    else if (event.key === 'ArrowDown') active = (active + 1) % items.length;
    else if (event.key === 'ArrowUp') active = active <= 0 ? items.length - 1 : active - 1;
    else if (event.key === 'PageDown') active = Math.min(items.length - 1, active + 8);
    else if (event.key === 'PageUp') active = Math.max(0, active - 8);
    else return false;
    if (!root.hidden) mark();
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { show, hide, key, active: () => items[active] ?? null, isOpen: () => !root.hidden };
}
