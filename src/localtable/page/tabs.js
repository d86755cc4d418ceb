// Two tabs above the messages, for a seat that sees a private channel for the GM: the fight's channel and its GM's
// channel. Everyone else sees one channel and no tabs; the left column lists all channels in any case.
// Refuses to do: deciding who sees which channel. The server has told it.

import { el, morphChildren } from './dom.js';
import { channelTitle, isThread, orderedChannels, showChannel, state } from './store.js';

/** The name of the GM's channel that belongs to a fight's channel, and vice versa. */
function partnerName(name) {
  if (name === 'table') return 'gm';
  if (name === 'gm') return 'table';
  return name.startsWith('gm-') ? name.slice(3) : `gm-${name}`;
}

/** The channel of the fight that a GM's channel is paired with, as the bot's tracker there says: of a thread, the channel that has it; null where there is none. */
function fightOf(gmChannel, channels, messages) {
  const told = (messages.get(gmChannel.id) ?? []).map(({ content }) => /^For the GM only: .* in <#(\d+)>/.exec(content ?? ''));
  const id = told.findLast(Boolean)?.[1] ?? null;
  const place = channels.find((channel) => channel.id === id);
  return isThread(place) ? place.parent_id : id;
}

/** The channel beside this one: the fight's or its GM's, if they are paired, or else the one whose name says so and that has no other. */
function partnerOf(channel, channels, messages) {
  const tops = channels.filter((other) => !isThread(other));
  const belong = (gmChannel, fight) => fightOf(gmChannel, channels, messages) === fight.id;
  const paired = tops.find((other) => (channel.gm_only ? belong(channel, other) : other.gm_only && belong(other, channel)));
  const named = tops.find((other) => other.name === partnerName(channel.name));
  return paired ?? (named && fightOf(channel.gm_only ? channel : named, channels, messages) ? null : named);
}

/** A fight's channel and the GM's beside it, if this is one of the two. */
function pairOf(channel, channels, messages) {
  const partner = partnerOf(channel, channels, messages);
  if (!partner || Boolean(partner.gm_only) === Boolean(channel.gm_only)) return null;
  return channel.gm_only ? [partner, channel] : [channel, partner];
}

/** The channels that get a tab: the pair that the open channel is one of, if there is one. A thread counts as its channel. */
export function tabsOf(channels, hereId, messages = new Map()) {
  const tops = channels.filter((channel) => !isThread(channel));
  const looked = channels.find((channel) => channel.id === hereId);
  const here = isThread(looked) ? tops.find((channel) => channel.id === looked.parent_id) : looked;
  return (here && pairOf(here, channels, messages)) ?? [];
}

/** Draws the tabs. */
export function drawTabs() {
  const place = document.getElementById('tabs');
  const tabs = tabsOf(orderedChannels(), state.channelId, state.messages);
  place.hidden = !tabs.length;
  morphChildren(place, tabs.map(tab));
}

function tab(channel) {
  const here = channel.id === state.channelId;
  const unread = state.unread.get(channel.id) ?? 0;
  const title = channelTitle(channel);
  return el(
    'button',
    {
      type: 'button',
      class: here ? 'tab here' : 'tab',
      'aria-current': here ? 'true' : null,
      data: { key: channel.id, channelId: channel.id, testid: `tab-${channel.name}` },
    },
    `${title.mark}${title.name}`,
    channel.gm_only && !channel.name.startsWith('gm') ? el('span', { class: 'tag' }, 'GM') : null,
    unread ? el('span', { class: 'unread' }, `${unread} new`) : null,
  );
}

/** One listener for all tabs. */
export function listenToTabs() {
  document.getElementById('tabs').addEventListener('click', (event) => {
    const target = event.target.closest('[data-channel-id]');
    if (target) showChannel(target.dataset.channelId);
  });
}
