// A modal by the umpire as a real dialog: its text inputs with their limits, kept open while it's being sent.
// Refuses to do: fields that Discord's modals don't have. An unknown kind is named rather than guessed.

import { el } from './dom.js';

const TYPE = { ROW: 1, TEXT_INPUT: 4, STRING_SELECT: 3, TEXT_DISPLAY: 10, LABEL: 18 };
const STYLE_PARAGRAPH = 2;
/** The maximum length of an answer in a text input on Discord. */
const MAX_INPUT = 4000;

const dialog = () => document.getElementById('modal');
let current = null;

/** Shows a modal. `onSubmit(components)` sends the answers and returns a promise; a string from it is a refusal. */
export function openModal(modal, onSubmit) {
  const inputs = (modal.components ?? []).map(fieldOf);
  const problem = el('p', { class: 'problem', role: 'alert', data: { testid: 'modal-problem' } });
  const submit = el('button', { type: 'submit', class: 'button style-1', data: { testid: 'modal-submit' } }, 'Submit');
  const cancel = el('button', { type: 'button', class: 'button style-2', data: { testid: 'modal-cancel' } }, 'Cancel');
  const form = el(
    'form',
    { novalidate: true, data: { customId: modal.custom_id } },
    el('h2', { id: 'modal-title' }, modal.title ?? ''),
    inputs.map((input) => input.node),
    problem,
    el('div', { class: 'modal-buttons' }, cancel, submit),
  );
  current = { inputs, problem, submit, onSubmit };
  form.addEventListener('submit', send);
  cancel.addEventListener('click', () => dialog().close());
  dialog().replaceChildren(form);
  if (!dialog().open) dialog().showModal();
  form.querySelector('input, textarea, select')?.focus();
}

/** Turns a refusal into the string that the open dialog shows. */
export function modalRefused(reason) {
  return String(reason);
}

async function send(event) {
  event.preventDefault();
  const open = current;
  const wrong = open.inputs.map((input) => input.check()).find(Boolean);
  if (wrong) {
    open.problem.textContent = wrong.problem;
    wrong.input.focus();
    return;
  }
  open.problem.textContent = '';
  open.submit.disabled = true;
  open.submit.textContent = 'Sending…';
  const reason = await open.onSubmit(open.inputs.map((input) => input.answer()).filter(Boolean));
  if (current !== open) return;
  if (!reason) {
    dialog().close();
    return;
  }
  open.problem.textContent = reason;
  open.submit.disabled = false;
  open.submit.textContent = 'Submit';
}

/** One component of a modal: its node, what's wrong with its answer, and its answer as sent. */
function fieldOf(component, index) {
  if (component.type === TYPE.TEXT_DISPLAY) {
    return { node: el('p', {}, component.content ?? ''), check: () => null, answer: () => null };
  }
  const labelled = component.type === TYPE.LABEL;
  const inner = labelled ? component.component : component.components?.[0];
  const label = (labelled ? component.label : inner?.label) ?? inner?.custom_id ?? '';
  const field = inner?.type === TYPE.STRING_SELECT ? selectField(inner) : textField(inner ?? {});
  const required = inner?.required ?? true;
  const id = `modal-field-${index}`;
  field.input.id = id;
  const node = el(
    'div',
    { class: 'modal-field' },
    el('label', { for: id }, label, required ? el('span', { class: 'required' }, ' (required)') : null),
    component.description ? el('p', { class: 'subtext' }, component.description) : null,
    field.input,
  );
  return {
    node,
    check() {
      const problem = field.problem(label, required);
      field.input.setAttribute('aria-invalid', problem ? 'true' : 'false');
      return problem ? { problem, input: field.input } : null;
    },
    answer() {
      return labelled
        ? { type: TYPE.LABEL, component: field.answer() }
        : { type: TYPE.ROW, components: [field.answer()] };
    },
  };
}

function textField(inner) {
  const props = {
    data: { customId: inner.custom_id, testid: 'modal-input' },
    placeholder: inner.placeholder,
    maxlength: inner.max_length ?? MAX_INPUT,
    autocomplete: 'off',
  };
  const input =
    inner.style === STYLE_PARAGRAPH ? el('textarea', { ...props, rows: 4 }) : el('input', { ...props, type: 'text' });
  input.value = inner.value ?? '';
  return {
    input,
    problem(label, required) {
      const length = [...input.value].length;
      if (!length) return required ? `Please fill in “${label}”.` : null;
      if (length < (inner.min_length ?? 0)) return `“${label}” needs at least ${inner.min_length} characters.`;
      return length > (inner.max_length ?? MAX_INPUT)
        ? `“${label}” can have at most ${inner.max_length ?? MAX_INPUT} characters.`
        : null;
    },
    answer: () => ({ type: TYPE.TEXT_INPUT, custom_id: inner.custom_id, value: input.value }),
  };
}

function selectField(inner) {
  const multiple = (inner.max_values ?? 1) > 1;
  const options = (inner.options ?? []).map((option) =>
    el('option', { value: option.value, selected: option.default }, optionText(option)),
  );
  if (!multiple && !(inner.options ?? []).some((option) => option.default)) {
    options.unshift(el('option', { value: '', selected: true, disabled: true }, inner.placeholder ?? 'Choose…'));
  }
  const input = el('select', { multiple, data: { customId: inner.custom_id } }, options);
  const chosen = () => [...input.selectedOptions].map((option) => option.value).filter(Boolean);
  return {
    input,
    problem: (label, required) =>
      required && chosen().length < (inner.min_values ?? 1) ? `Please choose “${label}”.` : null,
    answer: () => ({ type: TYPE.STRING_SELECT, custom_id: inner.custom_id, values: chosen() }),
  };
}

function optionText(option) {
  return option.description ? `${option.label}: ${option.description}` : option.label;
}
