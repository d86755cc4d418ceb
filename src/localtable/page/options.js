// The kinds of slash command options, what each offers to choose from, and the limits of a typed value.
// Refuses to do: the list on the screen (listbox.js) and asking the umpire for suggestions (composer.js).

/** Discord's application command option types. */
export const OPTION = {
  SUB_COMMAND: 1,
  SUB_COMMAND_GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};

/** The longest string for an option without its own limit (Discord's 6000). */
const MAX_STRING = 6000;

/** The largest file that can be attached at the local table. Discord accepts 10 MiB. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** A chosen file in the form to send: `{ value }` or `{ problem }`. */
export async function fileOf(option, file) {
  if (file.size > MAX_FILE_BYTES) {
    return { problem: `${option.name}: ${file.name} has ${file.size} bytes; the local table takes ${MAX_FILE_BYTES}.` };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { value: { filename: file.name, hex } };
}

/** What an option offers without asking anyone: `[{ name, value, hint? }]`; empty for free text. */
export function fixedChoices(option, place) {
  if (option.choices?.length) return option.choices;
  switch (option.type) {
    case OPTION.BOOLEAN:
      return [
        { name: 'yes', value: true },
        { name: 'no', value: false },
      ];
    case OPTION.USER:
    case OPTION.MENTIONABLE:
      return place.members();
    case OPTION.CHANNEL:
      return place.channels();
    default:
      return [];
  }
}

/** What's wrong with a typed value, in a sentence; null if nothing is. */
export function boundsProblem(option, value, text) {
  const name = option.name;
  if (option.type === OPTION.ATTACHMENT) return `${name}: choose a file.`;
  if (option.type === OPTION.ROLE) return `${name}: this kind of option cannot be given at the local table.`;
  if (option.type === OPTION.BOOLEAN || option.type === OPTION.USER || option.type === OPTION.CHANNEL) {
    return `${name}: choose from the list.`;
  }
  if (option.type === OPTION.INTEGER || option.type === OPTION.NUMBER) {
    if (!text || !Number.isFinite(value)) return `${name} must be a number.`;
    if (option.type === OPTION.INTEGER && !Number.isSafeInteger(value)) return `${name} must be a whole number.`;
    if (option.min_value !== undefined && value < option.min_value)
      return `${name} must be at least ${option.min_value}.`;
    if (option.max_value !== undefined && value > option.max_value)
      return `${name} must be at most ${option.max_value}.`;
    return null;
  }
  const longest = option.max_length ?? MAX_STRING;
  if ([...text].length > longest) return `${name} must be at most ${longest} characters.`;
  if ([...text].length < (option.min_length ?? 0)) return `${name} must be at least ${option.min_length} characters.`;
  return null;
}
