// A command's options as fields in the composer: the required ones at once, the others as chips to add. Each field
// offers its choices, asks the umpire for suggestions if it has them, and says what's wrong with the typed text.
// Refuses to do: sending with an empty required field.

import { suggestions } from './actions.js';
import { optionTree, valueOf, wordsForFile } from './command-line.js';
import { el } from './dom.js';
import { OPTION, fileOf, fixedChoices } from './options.js';

/** How long typing must pause before suggestions are requested. */
const REST_MS = 160;

const fieldsRoot = () => document.getElementById('composer-fields');
const textRow = () => document.getElementById('composer-text');
const commandsButton = () => document.getElementById('composer-commands');
const problemLine = () => document.getElementById('composer-problem');

/** Makes the form. `onSend(entry, values, line)` returns true once sent; `onClose(line)` goes back to plain text. */
export function createCommandForm({ listbox, place, onSend, onClose }) {
  let entry = null;
  /** option name -> { option, input, picks, asked, settled } of each field; a settled value is the final one. */
  let fields = new Map();
  let rest = null;

  function open(chosen, values) {
    entry = chosen;
    fields = new Map();
    problemLine().textContent = '';
    textRow().hidden = true;
    commandsButton().hidden = true;
    fieldsRoot().hidden = false;
    fieldsRoot().replaceChildren(
      el(
        'button',
        { type: 'button', class: 'small cancel', onclick: () => cancel(''), data: { testid: 'command-cancel' } },
        '×',
        el('span', { class: 'visually-hidden' }, ' Cancel the command'),
      ),
      el('span', { class: 'command-name', title: chosen.description }, `/${chosen.path}`),
      el('span', { id: 'composer-chips', class: 'chips' }),
    );
    for (const option of chosen.options) {
      if (option.required || values.has(option.name)) addField(option, values.get(option.name) ?? '');
    }
    drawChips();
    focus();
    const wordy = wordsForFile(chosen, new Map([...values].filter(([, typed]) => typed)));
    if (wordy) problemLine().textContent = wordy.problem;
  }

  function addField(option, typed) {
    if (option.type === OPTION.ATTACHMENT) return addFile(option);
    const id = `field-${option.name}`;
    const input = el('input', {
      id,
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': 'composer-menu',
      'aria-autocomplete': 'list',
      'aria-required': String(Boolean(option.required)),
      'aria-describedby': 'composer-problem',
      maxlength: option.max_length,
      inputmode: option.type === OPTION.INTEGER ? 'numeric' : option.type === OPTION.NUMBER ? 'decimal' : null,
      placeholder: option.required ? 'required' : '',
      data: { option: option.name, testid: `option-${option.name}` },
    });
    input.value = typed;
    const field = { option, input, picks: fixedChoices(option, place), asked: 0, settled: typed !== '' };
    input.addEventListener('focus', () => offer(field, 0, input.value !== ''));
    input.addEventListener('input', () => {
      field.settled = false;
      input.removeAttribute('aria-invalid');
      widen(input);
      offer(field, REST_MS);
    });
    input.addEventListener('click', () => {
      if (!listbox.isOpen()) offer(field, 0, true);
    });
    input.addEventListener('blur', () => {
      clearTimeout(rest);
      listbox.hide();
    });
    input.addEventListener('keydown', (event) => key(event, field));
    fields.set(option.name, field);
    const chips = document.getElementById('composer-chips');
    fieldsRoot().insertBefore(
      el('span', { class: 'field' }, el('label', { for: id, title: option.description }, option.name), input),
      chips,
    );
    widen(input);
    return field;
  }

  /** A field for a file: the browser's own button; the bytes are read as soon as a file is chosen. */
  function addFile(option) {
    const id = `field-${option.name}`;
    const input = el('input', {
      id,
      type: 'file',
      'aria-required': String(Boolean(option.required)),
      'aria-describedby': 'composer-problem',
      data: { option: option.name, testid: `option-${option.name}` },
    });
    const field = { option, input, picks: [], asked: 0, settled: true, file: null };
    input.addEventListener('focus', () => listbox.show(input, [], { label: option.name, note: noteOf(option) }));
    input.addEventListener('change', async () => {
      field.file = null;
      problemLine().textContent = '';
      input.removeAttribute('aria-invalid');
      const chosen = input.files[0];
      if (!chosen) return;
      const read = await fileOf(option, chosen);
      if (input.files[0] !== chosen) return;
      if (read.problem) refuse(input, read.problem);
      else field.file = read.value;
    });
    input.addEventListener('blur', () => listbox.hide());
    input.addEventListener('keydown', (event) => {
      // Enter on the browser's button opens its file chooser, unless a file is already chosen.
      if (event.key !== 'Enter' || input.value) key(event, field);
    });
    fields.set(option.name, field);
    fieldsRoot().insertBefore(
      el('span', { class: 'field' }, el('label', { for: id, title: option.description }, option.name), input),
      document.getElementById('composer-chips'),
    );
    return field;
  }

  function widen(input) {
    input.style.width = `${Math.max(9, Math.min(28, [...input.value].length + 2))}ch`;
  }

  function drawChips() {
    const left = entry.options.filter((option) => !fields.has(option.name));
    document.getElementById('composer-chips').replaceChildren(
      ...left.map((option) =>
        el(
          'button',
          {
            type: 'button',
            class: 'chip',
            title: option.description,
            data: { testid: `add-${option.name}` },
            onclick: () => {
              addField(option, '');
              drawChips();
              fields.get(option.name).input.focus();
            },
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  /** Shows a field's possible values. `all`: regardless of what's typed there, as on returning to a filled field. */
  function offer(field, restMs, all = false) {
    const { option, input } = field;
    clearTimeout(rest);
    problemLine().textContent = '';
    const note = noteOf(option);
    if (!option.autocomplete) {
      const typed = all ? '' : input.value.trim().toLowerCase();
      const fitting = field.picks.filter((pick) => String(pick.name).toLowerCase().includes(typed));
      listbox.show(
        input,
        fitting.map((pick) => ({ ...pick, pick })),
        { label: option.name, note, first: firstOf(field) },
      );
      return;
    }
    listbox.show(input, [], { label: option.name, note: `${note}. Looking…` });
    rest = setTimeout(() => askSuggestions(field), restMs);
  }

  async function askSuggestions(field) {
    field.asked += 1;
    const mine = field.asked;
    const { option, input } = field;
    const typed = new Map([[option.name, option.type === OPTION.STRING ? input.value : input.value.trim()]]);
    for (const [name, other] of fields) {
      if (name === option.name || !other.input.value.trim()) continue;
      const found = valueOf(other.option, other.input.value, other.picks);
      if (!found.problem) typed.set(name, found.value);
    }
    const note = noteOf(option);
    try {
      const choices = (await suggestions(entry.name, optionTree(entry, typed, option.name))) ?? [];
      if (mine !== field.asked || document.activeElement !== input) return;
      field.picks = choices;
      listbox.show(
        input,
        choices.map((pick) => ({ ...pick, pick })),
        {
          label: option.name,
          first: firstOf(field),
          note: choices.length ? note : `${note}. Nothing fits at this moment; you can send it as typed.`,
        },
      );
    } catch (reason) {
      if (mine === field.asked && document.activeElement === input)
        listbox.show(input, [], { label: option.name, note: `${note}. No suggestions: ${reason}` });
    }
  }

  /** A final value isn't replaced by the first of the list at the next Enter. */
  function firstOf(field) {
    return field.settled ? -1 : 0;
  }

  function noteOf(option) {
    return `${option.name}${option.required ? ' (required)' : ''}: ${option.description ?? ''}`;
  }

  function pick(item) {
    const field = [...fields.values()].find(({ input }) => input === document.activeElement) ?? [...fields.values()][0];
    field.input.value = item.pick.name;
    field.picks = field.picks.includes(item.pick) ? field.picks : [...field.picks, item.pick];
    field.asked += 1;
    field.settled = true;
    clearTimeout(rest);
    widen(field.input);
    listbox.hide();
    const next = missing().find((other) => other !== field);
    if (next) next.input.focus();
  }

  function missing() {
    return [...fields.values()].filter(({ option, input }) => option.required && !input.value.trim());
  }

  function key(event, field) {
    if (event.isComposing || listbox.key(event)) return;
    const { option, input } = field;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (listbox.active() && input.value.trim() !== listbox.active().name) pick(listbox.active());
      else send();
    } else if (
      event.key === 'Tab' &&
      !event.shiftKey &&
      listbox.active() &&
      input.value.trim() &&
      input.value.trim() !== listbox.active().name
    ) {
      event.preventDefault();
      pick(listbox.active());
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      cancel('');
    } else if (event.key === 'Backspace' && !input.value) {
      event.preventDefault();
      stepBack(option);
    }
  }

  /** Backspace in an empty field goes to the previous field and removes an optional one; from the first, back to text. */
  function stepBack(option) {
    const names = [...fields.keys()];
    const before = names[names.indexOf(option.name) - 1];
    if (!option.required) {
      fields.get(option.name).input.closest('.field').remove();
      fields.delete(option.name);
      drawChips();
    }
    if (before) fields.get(before).input.focus();
    else cancel(`/${entry.path}`);
  }

  /** Checks every field and sends; the first invalid one gets the focus and its reason is shown. */
  function send() {
    const values = new Map();
    for (const { option, input, picks, file } of fields.values()) {
      const typed = input.value.trim();
      if (!typed && !option.required) continue;
      if (file) {
        values.set(option.name, file);
        continue;
      }
      const found = typed
        ? valueOf(option, typed, picks)
        : { problem: `/${entry.path} needs ${option.name}: ${option.description ?? ''}` };
      if (found.problem) {
        refuse(input, found.problem);
        return;
      }
      values.set(option.name, found.value);
    }
    const sent = entry;
    const line = asLine();
    close();
    if (!onSend(sent, values, line)) onClose(line);
  }

  function refuse(input, problem) {
    input.focus();
    input.setAttribute('aria-invalid', 'true');
    problemLine().textContent = problem;
  }

  function asLine() {
    const written = ({ option, input }) => option.type !== OPTION.ATTACHMENT && input.value.trim();
    const given = [...fields.values()].filter(written);
    return `/${entry.path}${given.map(({ option, input }) => ` ${option.name}:${input.value.trim()}`).join('')}`;
  }

  function close() {
    const hadFocus = fieldsRoot().contains(document.activeElement) || document.activeElement?.id === 'composer-send';
    clearTimeout(rest);
    entry = null;
    listbox.hide();
    problemLine().textContent = '';
    fieldsRoot().hidden = true;
    fieldsRoot().replaceChildren();
    textRow().hidden = false;
    commandsButton().hidden = false;
    if (hadFocus) document.getElementById('composer-input').focus();
  }

  function cancel(line) {
    close();
    onClose(line);
  }

  /** Puts the cursor into the field of an option; without one, into the first that's still needed. */
  function focus(name = null) {
    const [first] = missing();
    const target = fields.get(name) ?? first ?? [...fields.values()].at(-1);
    if (target) target.input.focus();
    else document.getElementById('composer-send').focus();
  }

  return { open, close, send, pick, focus, entry: () => entry };
}
