// Slash commands as text: which commands match the typed text, what a whole line such as `/attack target:Leader
// with:axe` means, and the option tree that Discord's protocol wants.
// Refuses to do: rules. A value of the right kind is sent; the umpire decides whether it makes sense.

import { OPTION, boundsProblem } from './options.js';

/** Every command a person can type, each subcommand separately: `{ path, name, description, options, trail }`. */
export function flatten(commands, permissions = null) {
  const entries = [];
  for (const command of commands ?? []) {
    if ((command.type ?? 1) !== 1 || !allowed(command, permissions)) continue;
    const groups = (command.options ?? []).filter((option) => option.type <= OPTION.SUB_COMMAND_GROUP);
    if (!groups.length) entries.push(entry(command, [command]));
    for (const group of groups) {
      if (group.type === OPTION.SUB_COMMAND) entries.push(entry(command, [command, group]));
      else for (const sub of group.options ?? []) entries.push(entry(command, [command, group, sub]));
    }
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entry(command, trail) {
  const last = trail.at(-1);
  const options = [...(last.options ?? [])].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return {
    path: trail.map((part) => part.name).join(' '),
    name: command.name,
    description: last.description ?? '',
    options,
    trail,
  };
}

const ADMINISTRATOR = 8n;

/** Discord hides a command from members without its default permissions; administrators see all. */
function allowed(command, permissions) {
  const wanted = command.default_member_permissions;
  if (wanted === null || wanted === undefined || permissions === null || permissions === undefined) return true;
  const has = BigInt(permissions);
  if (has & ADMINISTRATOR) return true;
  return BigInt(wanted) !== 0n && (has & BigInt(wanted)) === BigInt(wanted);
}

/** The commands that match the words typed so far, likeliest first. */
export function matching(entries, typed) {
  const words = typed.replace(/^\//, '').trimStart().toLowerCase();
  const ranked = entries
    .map((candidate) => ({ candidate, rank: rank(candidate, words) }))
    .filter(({ rank: place }) => place < 9);
  return ranked.sort((a, b) => a.rank - b.rank).map(({ candidate }) => candidate);
}

function rank(candidate, words) {
  const path = candidate.path.toLowerCase();
  if (path === words) return 0;
  if (path.startsWith(words)) return 1;
  if (path.split(' ').some((part) => part.startsWith(words))) return 2;
  if (path.includes(words)) return 3;
  return words.length > 2 && candidate.description.toLowerCase().includes(words) ? 4 : 9;
}

/**
 * Parses a whole line. Returns `{ entry, values, unknown }`, where values are the texts by option name; or `{ problem
 * }`.
 * A value runs to the next `option:`; words before the first one belong to the first option.
 */
export function parseLine(line, entries) {
  const words = line.replace(/^\//, '').trim();
  const found = entries
    .filter((candidate) => startsWithPath(words, candidate.path))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (!found) return { problem: unknownCommand(words, entries) };
  const values = new Map();
  const rest = words.slice(found.path.length);
  const marks = [...rest.matchAll(/(^|\s)([\w-]{1,32}):/gu)]
    .map((mark) => ({ option: optionNamed(found, mark[2]), start: mark.index, end: mark.index + mark[0].length }))
    .filter((mark) => mark.option);
  const bare = rest.slice(0, marks[0]?.start ?? rest.length).trim();
  marks.forEach((mark, index) => {
    values.set(mark.option.name, rest.slice(mark.end, marks[index + 1]?.start ?? rest.length).trim());
  });
  if (bare) {
    const slip = misspelt(found, bare) ?? anothers(found, bare, entries);
    if (slip) return { problem: slip };
    const first = found.options.find((option) => !values.has(option.name));
    if (!first) return { problem: `/${found.path} has no option for “${bare}”.` };
    values.set(first.name, bare);
  }
  return { entry: found, values };
}

/**
 * The options that can follow a command's full name and a space: those that aren't given yet and begin as the last word
 * does. Each comes with `rest`, the line without that word. None while a value is being typed.
 */
export function optionsAfter(line, entries) {
  const [, rest, word] = /^(.*\s)(\S*)$/su.exec(line) ?? [];
  const { entry: found, values } = rest ? parseLine(rest, entries) : {};
  if (!found || /:\s*$/.test(rest)) return [];
  const begins = (option) => !values.has(option.name) && option.name.startsWith(word.toLowerCase());
  return found.options.filter(begins).map((option) => ({ entry: found, option, rest }));
}

/** Where words stand though only a file can: `{ option, problem }`; null if nowhere. */
export function wordsForFile(found, values) {
  const option = found.options.find(({ name, type }) => type === OPTION.ATTACHMENT && values.has(name));
  if (!option) return null;
  const problem = `/${found.path} ${option.name}: a file must be attached; links and names of files aren’t accepted.`;
  return { option, problem };
}

function startsWithPath(words, path) {
  const lower = words.toLowerCase();
  return lower === path || (lower.startsWith(path) && /\s/.test(words[path.length]));
}

function optionNamed(found, name) {
  return found.options.find((option) => option.name === name.toLowerCase());
}

/** A problem if the words begin with what's all but an option's name and a colon, such as `targt:Leader`. */
function misspelt(found, bare) {
  const typed = bare.match(/^([\w-]{1,32}):/u)?.[1].toLowerCase();
  const near = typed && found.options.find((option) => distance(typed, option.name) <= (typed.length > 3 ? 2 : 1));
  return near ? `/${found.path} has no option ${typed}. Did you mean ${near.name}:…?` : null;
}

/** A problem if the words begin with an option that only other commands have, such as `character:Sybilla`. */
function anothers(found, bare, entries) {
  const typed = bare.match(/^([\w-]{1,32}):\S/u)?.[1].toLowerCase();
  const known = typed && entries.some((entry) => optionNamed(entry, typed));
  const own = found.options.map((option) => `${option.name}:`).join(' ');
  return known && own ? `/${found.path} has no option ${typed}. It has ${own}` : null;
}

function unknownCommand(words, entries) {
  const [first = '', second] = words.split(/\s+/);
  const isGroup = second && entries.some((entry) => entry.path.startsWith(`${first} `));
  const near = closest(first, entries);
  const hint = near ? ` Did you mean /${near.path}?` : ' Type / to see them all.';
  return `There is no command /${isGroup ? `${first} ${second}` : first}.${hint}`;
}

function closest(word, entries) {
  const scored = entries.map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.name) }));
  scored.sort((a, b) => a.away - b.away);
  return scored.length && scored[0].away <= 3 ? scored[0].candidate : matching(entries, word)[0];
}

/** The number of letters to change, add or remove to turn one word into the other. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= Math.min(a.length, 32); i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/**
 * A typed text as the value to send: `{ value }` or `{ problem }`.
 * `picks` are the choices an option offers (`{ name, value }`): its own, members, channels, or the last suggestions.
 */
export function valueOf(option, typed, picks = []) {
  const text = typed.trim();
  const wanted = text.toLowerCase().replace(/^[@#]/, '');
  const exact = picks.find(
    (pick) =>
      String(pick.name).toLowerCase() === text.toLowerCase() ||
      String(pick.name).toLowerCase().replace(/^[@#]/, '') === wanted,
  );
  if (exact) return { value: exact.value };
  if (!option.autocomplete && picks.length) {
    const starts = picks.filter((pick) => String(pick.name).toLowerCase().replace(/^[@#]/, '').startsWith(wanted));
    const byValue = picks.find((pick) => String(pick.value).toLowerCase() === wanted);
    if (byValue) return { value: byValue.value };
    if (wanted && starts.length === 1) return { value: starts[0].value };
    const names = picks
      .slice(0, 6)
      .map((pick) => pick.name)
      .join(', ');
    return { problem: `${option.name} must be one of: ${names}${picks.length > 6 ? ', …' : ''}.` };
  }
  const value = option.type === OPTION.INTEGER || option.type === OPTION.NUMBER ? Number(text) : text;
  const problem = boundsProblem(option, value, text);
  return problem ? { problem } : { value };
}

/** The option tree of a command as sent; `focused` names the option being typed, for autocomplete. */
export function optionTree(found, values, focused = null) {
  const leaves = found.options
    .filter((option) => values.has(option.name))
    .map((option) => {
      const leaf = { name: option.name, type: option.type, value: values.get(option.name) };
      return option.name === focused ? { ...leaf, focused: true } : leaf;
    });
  return found.trail
    .slice(1)
    .reduceRight((inner, part) => [{ name: part.name, type: part.type, options: inner }], leaves);
}
