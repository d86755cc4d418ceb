// The page: a fight's story and how it stood, step by step, and a button that checks every die. Nothing is loaded, nothing is sent.

import { parsed } from './chain.js';
import { checkRecord } from './check.js';
import { actingOn, inLight, sidesOf, wholeMoments } from './moments.js';
import { actionsOf, openingOf, roundsOf, standingOf, stepsOf, storiesUntil } from './story.js';

const STEP_MS = 2500;
/** The most findings that are listed. */
const FINDINGS_MAX = 20;
const SYSTEMS = { murdham: 'Murdham', td2e: 'TD2e', einfelst: 'Einfelst Wilds', sovereign: 'Sovereign', ingenuity: 'Ingenuity' };
/** Whether the page is light, as its reader's system is. */
const LIGHT = matchMedia('(prefers-color-scheme: light)');
const MARKS = { Ready: '\u25b7', Acting: '\u25c6', Spent: '\u2013', Down: '\u2717' };

const $ = (id) => document.getElementById(id);

function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

function main() {
  const { record, moments, parts, whole = null, left_out: leftOut = [] } = parsed($('fight').textContent);
  const fight = { record, moments: wholeMoments(moments), parts, whole, steps: stepsOf(whole ?? record.record.told), at: 0, timer: null };
  $('gm').hidden = whole === null;
  $('left-out').hidden = leftOut.length === 0;
  $('left-out').textContent = leftOut.join(' ');
  $('title').textContent = record.title.name;
  document.title = `${record.title.name}: a replay`;
  $('system').textContent = SYSTEMS[record.title.system] ?? record.title.system;
  $('place').max = Math.max(0, fight.steps.length - 1);
  listJumps(fight);
  listen(fight);
  show(fight, openingOf(fight.steps));
}

/** Fills the list of places to jump to. */
function listJumps({ steps, parts }) {
  const group = (label, options) =>
    options.length > 0 && $('jump').append(el('optgroup', { label }, ...options.map(([text, at]) => el('option', { value: at }, text))));
  const setUp = openingOf(steps) > 0 ? [['Set-up', 0]] : [];
  group('Rounds', [...setUp, ...roundsOf(steps).map(([round, at]) => [`Round ${round}`, at])]);
  const names = [...new Set(parts.tracker.filter(({ mark }) => mark).map(({ name }) => name))];
  for (const name of names) {
    group(name, actionsOf(steps, name));
  }
}

function listen(fight) {
  const go = (at) => {
    pause(fight);
    show(fight, at);
  };
  const last = fight.steps.length - 1;
  const keys = { ArrowLeft: () => go(fight.at - 1), ArrowRight: () => go(fight.at + 1), Home: () => go(0), End: () => go(last) };
  $('first').onclick = keys.Home;
  $('back').onclick = keys.ArrowLeft;
  $('next').onclick = keys.ArrowRight;
  $('last').onclick = keys.End;
  $('play').onclick = () => (fight.timer ? pause(fight) : play(fight));
  $('place').oninput = ({ target }) => go(Number(target.value));
  $('jump').onchange = ({ target }) => {
    if (target.value !== '') go(Number(target.value));
    target.value = '';
  };
  $('check').onclick = () => check(fight);
  // A map that has loaded, or what the check says, takes room from the story.
  new ResizeObserver(showLast).observe($('story'));
  LIGHT.onchange = () => show(fight, fight.at);
  $('enlarge').onclick = () => enlarge(fight);
  $('shrink').onclick = () => $('large').close();
  $('large-map').onclick = () => $('large').close();
  document.onkeydown = (event) => {
    const own = event.target.tagName === 'BUTTON' ? event.key === ' ' : /^(INPUT|SELECT)$/.test(event.target.tagName);
    // A map that's larger than the screen is scrolled by the arrow keys.
    if (own || ($('large').open && $('pan').scrollWidth > $('pan').clientWidth) || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = event.key === ' ' ? $('play').onclick : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

function play(fight) {
  if (fight.at === fight.steps.length - 1) show(fight, openingOf(fight.steps));
  $('play').textContent = 'Pause';
  fight.timer = setInterval(() => {
    if (fight.at >= fight.steps.length - 1) pause(fight);
    else show(fight, fight.at + 1);
  }, STEP_MS);
}

function pause(fight) {
  clearInterval(fight.timer);
  fight.timer = null;
  $('play').textContent = 'Play';
}

/** Shows the fight as it stood after a step. */
function show(fight, wanted) {
  const last = fight.steps.length - 1;
  fight.at = Math.min(Math.max(wanted, 0), Math.max(last, 0));
  $('place').value = fight.at;
  $('place').setAttribute('aria-valuetext', `Step ${fight.at + 1} of ${last + 1}`);
  $('step').textContent = last < 0 ? 'Nothing was told.' : `Step ${fight.at + 1} of ${last + 1}`;
  for (const id of ['first', 'back']) $(id).disabled = fight.at === 0;
  for (const id of ['next', 'last']) $(id).disabled = fight.at >= last;
  // First, since it takes room from the story.
  showTracker(momentAt(fight), fight.parts);
  const stories = storiesUntil(fight.steps, fight.at);
  $('story').replaceChildren(...stories.map((story) => article(fight, story)));
  showLast();
  const news = fight.steps[fight.at]?.lines.join(' ') ?? '';
  $('news').textContent = news;
}

function showLast() {
  $('story').lastElementChild?.scrollIntoView({ block: 'nearest' });
}

/** The last moment that's known at this step. */
function momentAt({ moments, steps, at }) {
  const line = steps[at]?.line ?? 0;
  return moments.findLast((it) => it.line <= line) ?? null;
}

function article(fight, { lines, withdrawn, isNew, step }) {
  const sentence = ({ text, isNew, isHidden }) =>
    el(withdrawn ? 's' : 'span', isNew ? { class: 'new' } : {}, isHidden ? el('em', {}, `(hidden) ${text} `) : `${text} `);
  const sentences = lines.map(sentence);
  const back = withdrawn ? el('strong', {}, 'Taken back: ') : null;
  const wrong = fight.wrong?.has(fight.steps[step].line) ? el('strong', { class: 'bad' }, ' Not as it was told. ') : null;
  return el('p', { class: isNew ? 'current' : '' }, back, wrong, ...sentences);
}

function showTracker(moment, parts) {
  $('tracker').hidden = moment === null;
  $('board').hidden = !moment?.map.length;
  if ($('board').hidden) $('large').close();
  if (moment === null) return;
  $('whose').textContent = [moment.round > 0 ? `Round ${moment.round}.` : '', moment.whose].filter(Boolean).join(' ');
  $('sides').replaceChildren(...sidesOf(moment, parts).map(side));
  const places = moment.places.map((at) => parts.places[at]);
  const svg = moment.map.map((at) => parts.map[at]).join('');
  showMap(LIGHT.matches ? inLight(svg, parts.light) : svg, places);
  $('places').replaceChildren(...places.map((place) => el('li', {}, place)));
}

/** The board as the channel saw it. An image can't run anything, whatever is written in it. */
function showMap(svg, places) {
  $('map').src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  $('map').alt = `Map. ${places.join('. ')}`;
  if ($('large').open) showLarge();
}

/** The large map is only there while somebody looks at it: a battle map takes its time. */
function showLarge() {
  $('large-map').src = $('map').src;
  $('large-map').alt = $('map').alt;
}

/** Shows the map large, with whoever acts in the middle if it's larger than the screen. */
async function enlarge(fight) {
  showLarge();
  $('large').showModal();
  const moment = momentAt(fight);
  if (moment === null) return;
  // How large it is isn't known before; if the next one has taken its place, that's as large.
  await $('large-map').decode().catch(() => {});
  const [x, y] = actingOn(moment.map.map((at) => fight.parts.map[at]).join(''));
  const pan = $('pan');
  pan.scrollTo(x * pan.scrollWidth - pan.clientWidth / 2, y * pan.scrollHeight - pan.clientHeight / 2);
}

function side({ name, note, members }) {
  const heading = el('h3', {}, note ? `${name} (${note})` : name);
  return el('section', {}, heading, el('ul', {}, ...members.map(member)));
}

function member({ name, mark, ...how }) {
  const dot = el('span', { 'aria-hidden': 'true', class: 'mark' }, MARKS[mark] ?? '');
  return el('li', { class: mark.toLowerCase() }, dot, el('b', {}, name), ` ${standingOf(how)}`);
}

/** What was found, as a way to the step it's about. */
function finding(fight, { good, sentence, line }) {
  const at = fight.steps.findIndex((step) => step.line === line);
  if (at < 0) return el('li', { class: good ? 'good' : 'bad' }, sentence);
  const there = el('button', { type: 'button', class: 'there' }, sentence);
  there.onclick = () => {
    pause(fight);
    show(fight, at);
  };
  return el('li', { class: 'bad' }, there);
}

/** Checks the whole record, and says what was and what wasn't checked. */
function check(fight) {
  const { right, total, said, wrong } = checkRecord(fight.record, fight.whole);
  fight.wrong = wrong;
  const isGood = said.every(({ good }) => good) && right === total;
  const dice = `${right} of ${total} ${fight.whole ? '' : 'open '}dice are those of the seed.`;
  const findings = said.slice(0, FINDINGS_MAX).map((it) => finding(fight, it));
  const more = said.length > FINDINGS_MAX ? [el('li', {}, `${said.length - FINDINGS_MAX} more.`)] : [];
  $('verdict').replaceChildren(
    el('p', { class: isGood ? 'good' : 'bad' }, el('strong', {}, isGood ? 'As it should be. ' : 'Not as it should be. '), dice),
    el('ul', {}, ...findings, ...more),
    el(
      'p',
      {},
      'Compare the seed\u2019s SHA-256 with what the tracker called \u201cDice committed\u201d, and the head with the channel\u2019s last message: ' +
        'whoever edits a file can edit its promises too. This page doesn\u2019t check ' +
        `the rules, ${fight.whole ? 'what only the GM was told' : 'secret dice'}, or how the fight stood (the map and the tracker); umpire verify ` +
        'does, with the whole log.',
    ),
  );
  const close = el('button', { type: 'button' }, 'Close');
  close.onclick = () => {
    $('verdict').replaceChildren();
    $('check').focus();
  };
  $('verdict').prepend(close);
  show(fight, fight.at);
  $('verdict').focus();
}

main();
