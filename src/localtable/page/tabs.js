// Two tabs above the messages, for a seat that sees a private channel for the GM: the fight's channel and the GM's. Everybody else has
// one channel in sight and no tabs; the column at the left lists all in any case.
// Refuses to do: deciding who sees which channel. The server has told.

import { el, morphChildren } from './dom.js';
import { channelTitle, isThread, orderedChannels, showChannel, state } from './store.js';

/** The channels that get a tab: none, unless one of them is the GM's alone. */
export function tabsOf(channels) {
  const tops = channels.filter((channel) => !isThread(channel));
  const gms = tops.filter((channel) => channel.gm_only);
  const first = tops.find((channel) => !channel.gm_only);
  return gms.length && first ? [first, ...gms] : [];
}

/** Draws the tabs. */
export function drawTabs() {
  const place = document.getElementById('tabs');
  const tabs = tabsOf(orderedChannels());
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
    channel.gm_only ? el('span', { class: 'tag' }, 'GM ONLY') : null,
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
