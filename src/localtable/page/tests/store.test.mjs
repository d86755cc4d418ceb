// The state follows the server's events: order by id, the newest pinned message as tracker, nothing lost or doubled.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';

globalThis.document = { hidden: false };
const kept = new Map();
globalThis.sessionStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
const { answersHere, isEphemeral, isTracker, namesFor, orderedChannels, receive, seatOnOffer, showChannel, shownMessages, state, trackerMessage, waitsForMe } =
  await import('../store.js');
const { tabsOf } = await import('../tabs.js');

const BOT = { id: '9', username: 'umpire', bot: true };
const ANA = { id: '2', username: 'ana', global_name: 'Ana' };
const message = (id, more = {}) => ({ id, channel_id: '20', author: BOT, content: id, ...more });
const ids = () => shownMessages().map(({ id }) => id);

beforeEach(() => {
  kept.clear();
  state.channelId = null;
  receive({
    t: 'HELLO',
    d: {
      now_ms: Date.now(),
      me: ANA,
      seats: [{ user: ANA, role: 'player' }],
      bot: { user: BOT, online: true },
      commands: [],
      channels: [
        { id: '30', name: 'gm', type: 0, gm_only: true },
        { id: '20', name: 'table', type: 0 },
        { id: '21', name: 'brawl', type: 11, parent_id: '20' },
      ],
      messages: { 20: [message('100'), message('101', { pinned: true })] },
    },
  });
});

test('the first channel is #table, and threads follow their parent', () => {
  assert.equal(state.channelId, '20');
  assert.deepEqual(
    orderedChannels().map(({ id }) => id),
    ['30', '20', '21'],
  );
});

test('a newcomer is offered a free seat, Ana\u2019s first, while there are any', () => {
  const seat = (id, name, role = 'player') => ({ user: { id, global_name: name }, role });
  const seats = [seat('1', 'Gwen', 'gm'), seat('3', 'Bob'), seat('2', 'Ana')];
  const offered = (taken) => seatOnOffer({ seats, taken }).user.global_name;
  assert.equal(offered([]), 'Ana');
  assert.equal(offered(['2']), 'Bob');
  assert.equal(offered(['1', '2', '3']), 'Ana');
  assert.equal(seatOnOffer({ seats: [], taken: [] }), undefined);
  receive({ t: 'TAKEN', d: ['2'] });
  assert.deepEqual(state.taken, ['2']);
});

test('a channel that comes back after a restart is looked at again', () => {
  showChannel('30');
  const all = state.channels;
  receive({ t: 'CHANNELS', d: all.filter(({ id }) => id !== '30') });
  assert.equal(state.channelId, '20');
  receive({ t: 'CHANNELS', d: all });
  assert.equal(state.channelId, '30');
});

test('messages stand in the order of their ids, whatever order they come in, and never twice', () => {
  receive({ t: 'MESSAGE_CREATE', d: message('1000') });
  receive({ t: 'MESSAGE_CREATE', d: message('999') });
  receive({ t: 'MESSAGE_CREATE', d: message('1000') });
  assert.deepEqual(ids(), ['100', '101', '999', '1000']);
});

test('an update of an unknown message shows it, one of a known message replaces it, a deletion takes it away', () => {
  receive({ t: 'MESSAGE_UPDATE', d: message('102', { content: 'new' }) });
  receive({ t: 'MESSAGE_UPDATE', d: message('100', { content: 'changed' }) });
  assert.deepEqual(
    shownMessages().map(({ content }) => content),
    ['changed', '101', 'new'],
  );
  receive({ t: 'MESSAGE_DELETE', d: { id: '100', channel_id: '20' } });
  assert.deepEqual(ids(), ['101', '102']);
});

test('the tracker is the newest pinned message of the umpire, and a person cannot pin one', () => {
  receive({ t: 'MESSAGE_CREATE', d: message('102', { pinned: true }) });
  receive({ t: 'MESSAGE_CREATE', d: message('103', { pinned: true, author: ANA }) });
  assert.equal(trackerMessage().id, '102');
  receive({ t: 'MESSAGE_DELETE', d: { id: '102', channel_id: '20' } });
  assert.equal(trackerMessage().id, '101');
});

test('old messages are let go, the tracker stays', () => {
  for (let id = 200; id < 600; id += 1) receive({ t: 'MESSAGE_CREATE', d: message(String(id)) });
  assert.equal(trackerMessage().id, '101');
  assert.equal(ids().at(-1), '599');
  assert.ok(ids().length <= 301);
});

test('what comes elsewhere counts as unread until it is looked at', () => {
  receive({ t: 'MESSAGE_CREATE', d: message('300', { channel_id: '21' }) });
  receive({ t: 'MESSAGE_CREATE', d: message('301', { channel_id: '21', author: ANA }) });
  assert.equal(state.unread.get('21'), 1);
  showChannel('21');
  assert.equal(state.unread.has('21'), false);
  assert.deepEqual(ids(), ['300', '301']);
});

test('a channel that vanishes while it is looked at leads back to #table', () => {
  showChannel('21');
  receive({ t: 'CHANNELS', d: [{ id: '20', name: 'table', type: 0 }] });
  assert.equal(state.channelId, '20');
});

test('ids have names, and what is only for this seat says so', () => {
  assert.equal(namesFor({}).user('2'), '@Ana');
  assert.equal(namesFor({}).user('77'), '@somebody');
  assert.equal(namesFor({ mentions: [{ id: '77', username: 'zoe' }] }).user('77'), '@zoe');
  assert.equal(namesFor({}).channel('21'), '#brawl');
  assert.ok(isEphemeral({ flags: 64 }) && isEphemeral({ ephemeral: true }) && !isEphemeral({ flags: 128 }));
});

test('a fight has a tab, the GM’s channel that belongs to it the other, and only while one of them is open', () => {
  const open = (id, name) => ({ id, name, type: 0 });
  const gms = (id, name) => ({ id, name, type: 0, gm_only: true });
  const two = [open('1', 'murdham'), open('2', 'td2e'), open('3', 'table'), open('4', 'tavern')];
  const all = [...two, gms('5', 'gm-murdham'), gms('6', 'gm-td2e'), gms('7', 'gm')];
  const names = (here, channels = all) => tabsOf(channels, here).map(({ name }) => name);
  assert.deepEqual(names('1'), ['murdham', 'gm-murdham']);
  assert.deepEqual(names('6'), ['td2e', 'gm-td2e']);
  assert.deepEqual(names('3'), ['table', 'gm']);
  assert.deepEqual(names('4'), [], 'another fight’s channels are none of its own');
  assert.deepEqual(names('8', [...all, { id: '8', name: 'brawl', type: 11, parent_id: '2' }]), ['td2e', 'gm-td2e'], 'from a thread');
  assert.deepEqual(names('1', two), []);
  assert.deepEqual(names('3', [...two, gms('8', 'screen')]), []);
  const tracker = { id: '90', content: 'For the GM only: everything about the fight in <#4>.\n**Docks**' };
  const paired = (here) => tabsOf(all, here, new Map([['7', [tracker]]])).map(({ name }) => name);
  assert.deepEqual(paired('4'), ['tavern', 'gm'], 'the GM has paired the two');
  assert.deepEqual(paired('7'), ['tavern', 'gm']);
  assert.deepEqual(paired('3'), [], 'its usual one is another fight’s now');
  assert.deepEqual(paired('1'), ['murdham', 'gm-murdham']);
  const brawl = { id: '8', name: 'brawl', type: 11, parent_id: '2' };
  const ofBrawl = new Map([['6', [{ ...tracker, content: tracker.content.replace('<#4>', '<#8>') }]]]);
  assert.deepEqual(tabsOf([...all, brawl], '6', ofBrawl).map(({ name }) => name), ['td2e', 'gm-td2e'], 'of a fight in a thread');
});

test('an open question names this seat and can be answered; answered, or asked of others, it is none', () => {
  const dodge = (more) => ({ type: 2, custom_id: 'u1:a:1:3:0:1', label: 'Dodge', ...more });
  const row = (...parts) => [{ type: 1, components: parts }];
  const asked = message('200', { mentions: [ANA], components: row(dodge()) });
  assert.equal(waitsForMe(asked), true);
  assert.equal(waitsForMe({ ...asked, mentions: [], content: `<@${ANA.id}>, for Sybilla: dodge?` }), true, 'without a ping');
  assert.equal(waitsForMe({ ...asked, components: row(dodge({ custom_id: 'u1:p:1:mine:0' })) }), true, 'their own page');
  assert.equal(waitsForMe({ ...asked, components: row(dodge({ disabled: true })) }), false);
  assert.equal(waitsForMe({ ...asked, components: row(dodge({ custom_id: 'u1:d:1:3' })) }), false, 'only its details');
  assert.equal(waitsForMe({ ...asked, components: [] }), false);
  assert.equal(waitsForMe({ ...asked, mentions: [BOT] }), false);
  assert.equal(waitsForMe({ ...asked, flags: 64 }), false);
  assert.equal(waitsForMe({ ...asked, author: ANA }), false);
  const page = { ...asked, flags: 64 };
  assert.equal(answersHere(page), true);
  assert.equal(answersHere({ ...page, components: row(dodge({ custom_id: 'u1:p:1:gm:0' })) }), false, 'a turn’s menu');
  assert.equal(answersHere(asked), false, 'the question itself');
});

test('a question to the GM waits for the GM’s seat, named or not, unless it names somebody else as GM', () => {
  const asks = (content) =>
    message('200', { content, components: [{ type: 1, components: [{ type: 2, custom_id: 'u1:p:1:gm:0', label: 'GM answers…' }] }] });
  const unnamed = asks('**Orc**: the GM answers soon.');
  assert.equal(waitsForMe(unnamed), false, 'a player’s seat');
  assert.equal(waitsForMe(asks(`**Orc**: the GM, <@${ANA.id}>, answers soon.`)), true, 'Ana is this fight’s GM');
  state.seats = [{ user: ANA, role: 'gm' }];
  assert.equal(waitsForMe(unnamed), true);
  assert.equal(waitsForMe(asks('**Orc**: the GM, <@7>, answers soon.')), false, 'another’s');
  assert.equal(waitsForMe({ ...unnamed, components: [{ type: 1, components: [{ type: 2, custom_id: 'u1:p:1:rules:0' }] }] }), false);
});

test('a result that calls somebody to their turn is no tracker, whatever button it has', () => {
  const button = (kind) => [{ type: 1, components: [{ type: 2, custom_id: `u1:t:1:0:${kind}`, label: kind }] }];
  const said = (kind) => ({ ...message('300', { components: button(kind) }), author: BOT });
  assert.equal(isTracker(said('pass')), true);
  assert.equal(isTracker(said('as')), false);
  assert.equal(isTracker(said('end')), false);
});
