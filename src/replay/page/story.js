// What a public record tells, step by step: a step is a line of the record that tells something.

/** The steps of a record: which line each is, and the sentences that are new in it. */
export function stepsOf(told) {
  const steps = [];
  told.forEach((line, at) => {
    if (line.reseed !== undefined) return;
    const { story, from, lines, hidden = [], withdrawn, takes_back: takesBack = [] } = line;
    steps.push({ line: at, story, from, lines: lines.map(withNumbers), hidden, withdrawn, takesBack });
  });
  return steps;
}

/** The open sentences of these lines, in the order in which they were told, each once as long as it stands: which line told it, when, and whether
 * that line is `apart`. */
export function openSentences(told) {
  const stories = new Map();
  return told.flatMap(({ story, from, lines = [], hidden = [], apart = false, reseed, at_ms }, line) => {
    if (reseed !== undefined) return [];
    const { all = [], open: before = [] } = stories.get(story) ?? {};
    const now = [...all.slice(0, from), ...lines.map((text, nth) => ({ text, isOpen: !hidden.includes(nth) }))];
    const open = now.filter(({ isOpen }) => isOpen).map(({ text }) => text);
    stories.set(story, { all: now, open });
    const differs = open.findIndex((text, nth) => text !== before[nth]);
    return differs < 0 ? [] : open.slice(differs).map((text) => ({ line, text: withNumbers(text), apart, at_ms }));
  });
}

/** A mention as people read it: files name people by numbers of the fight; older ones have accounts, which mean nothing here. */
function withNumbers(text) {
  const named = STANDING_IN.reduce((sofar, [told, read]) => sofar.replace(told, read), text);
  const player = (number) => (number.length < 6 ? `player ${number}` : 'a player');
  const first = (begins, words) => begins + words[0].toUpperCase() + words.slice(1);
  return named
    .replace(/(^|\u201c|[.!?] )<@!?(\d+)>/g, (_, begins, number) => first(begins, player(number)))
    .replace(/<@!?(\d+)>/g, (_, number) => player(number));
}

// Whoever reads a replay knows the characters, not the number of who plays them: what's told when Umpire stands in for players.
const PEOPLE = '<@!?\\d+>(?:(?:, | and |, and )<@!?\\d+>)*';
const ONE = 'Their player';
const players = (who) => (/ and |, /.test(who) ? 'Their players' : ONE);
const STANDING_IN = [
  [new RegExp(`^(Umpire plays .+ from here on\\. )${PEOPLE} can take (.+) back(?= at any time\\.$)`), (_, begins, who) => `${begins}${players(who)} can take ${who} back`],
  [new RegExp(`^Nobody sits in ${PEOPLE}\u2019s seat, so Umpire plays (.+)\\.$`), 'Nobody sits in $1\u2019s seat, so Umpire plays $1.'],
  [new RegExp(`^${PEOPLE} aren\u2019t here, so Umpire plays (.+)\\.$`), 'The players of $1 aren\u2019t here, so Umpire plays them.'],
  [new RegExp(`^(Two questions in a row went unanswered, so (?:Umpire|the GM) now plays (.+)\\. )${PEOPLE} gets? \\2 back at their first press\\.$`), (_, begins, who) => `${begins}${players(who)} ${players(who) === ONE ? 'gets' : 'get'} ${who} back at their first press.`],
];

/** The stories as they stood after step `last`, oldest first: each with its sentences, whether it was taken back, and which of its sentences
 * are new in that step, or were hidden from the players. */
export function storiesUntil(steps, last) {
  const stories = new Map();
  steps.slice(0, last + 1).forEach((step, at) => {
    const known = stories.get(step.story) ?? { number: step.story, lines: [], withdrawn: false };
    const kept = known.lines.slice(0, step.from).map((it) => ({ ...it, isNew: false }));
    const lines = [...kept, ...step.lines.map((text, nth) => ({ text, isNew: at === last, isHidden: step.hidden.includes(nth) }))];
    // A withdrawn action strikes itself out.
    const named = () => (step.withdrawn ? [] : takenBack(step, [...stories.values()]));
    const back = step.takesBack.length > 0 ? step.takesBack : named();
    for (const number of back.filter((it) => stories.has(it))) stories.get(number).withdrawn = true;
    stories.set(step.story, { ...known, lines, withdrawn: step.withdrawn, step: at, isNew: at === last });
  });
  return [...stories.values()];
}

// Older records don't quote what was taken back.
const UNDO = /^Taken back: (?:“(.+)”|(.+?))(?: \(GM\))?\. The dice stay as they fell(?:; what follows is rolled anew)?\.$/;

/** The stories that an undo took back, as its sentence names them: the last that tells of that action, and whatever followed. A public
 * record doesn't number them, since that would tell how much of what was undone nobody had read. */
function takenBack({ lines }, stories) {
  // In a quotation, a sentence may begin elsewhere.
  const what = lines.map((text) => UNDO.exec(text)).map((it) => it?.[1] ?? it?.[2]).find(Boolean)?.toLowerCase();
  if (!what) return [];
  const isUndo = (story) => story.lines.some(({ text }) => UNDO.test(text));
  const tells = (text) => {
    const rest = text.replace(/^GM: /, '').toLowerCase();
    return rest.startsWith(what) && /^([.:]|$)/.test(rest.slice(what.length));
  };
  const from = stories.findLastIndex((it) => !it.withdrawn && !isUndo(it) && it.lines.some(({ text }) => tells(text)));
  return from < 0 ? [] : stories.slice(from).filter((it) => !isUndo(it)).map(({ number }) => number);
}

/** The steps at which rounds begin, as [round, step]. */
export function roundsOf(steps) {
  const begins = (step) => step.lines.map((text) => /^Round (\d+) begins/.exec(text)?.[1]).find(Boolean);
  return steps.flatMap((step, at) => (begins(step) ? [[Number(begins(step)), at]] : []));
}

/** The step at which the fight begins; whatever was set up is before it. */
export function openingOf(steps) {
  return Math.max(0, steps.findIndex(({ lines }) => lines.some((text) => text.startsWith('The fight begins.'))));
}

/** How somebody stands, in words that each stand once. */
export function standingOf({ standing, vitals, conditions }) {
  const known = [standing, ...vitals.map(([what, value]) => [what, value].filter(Boolean).join(' ')), ...conditions];
  return [...new Set(known.filter(Boolean))].join(' \u00b7 ');
}

// What happens to somebody isn't what they do.
const SUFFERED = /^(takes? (\d|no )|rolls initiative|now |is |are |has |falls?\b|dies|comes round|wakes|loses|regains|gains|suffers|bleeds|moves out of sight)/;

/** What somebody does: [the round and what they do, the step], where a story begins with their name. */
export function actionsOf(steps, name) {
  const rounds = roundsOf(steps);
  const roundAt = (at) => rounds.findLast(([, begins]) => begins <= at)?.[0];
  return steps.flatMap(({ from, lines }, at) => {
    const [first = ''] = lines;
    const does = first.startsWith(`${name} `) ? first.slice(name.length + 1) : '';
    if (from > 0 || !does || SUFFERED.test(does)) return [];
    return [[roundAt(at) ? `${roundAt(at)}: ${does}` : does, at]];
  });
}
