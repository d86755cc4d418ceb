// A picture of a message, large, over the page: a map in a narrow column can't be read.
// Refuses to do: anything to links that aren't pictures, and to presses that ask for a new tab.

import { el } from './dom.js';

const dialog = () => document.getElementById('large-picture');

/** Shows a picture large that's pressed; it closes on a press, or with Escape. */
export function listenToPictures() {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a.attachment, a.embed-image');
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.querySelector('img'));
  });
  dialog().addEventListener('click', () => dialog().close());
  dialog().addEventListener('close', () => dialog().replaceChildren());
}

function show({ src, alt }) {
  const close = el('button', { type: 'button', class: 'button style-2', 'data-testid': 'large-picture-close' }, 'Close');
  const pan = el('div', { class: 'pan', tabindex: '0' }, el('img', { src, alt }));
  dialog().replaceChildren(close, pan);
  dialog().showModal();
  // Where it's wider than the window, what's going on is rather in its middle than at its left edge.
  pan.scrollLeft = (pan.scrollWidth - pan.clientWidth) / 2;
}
