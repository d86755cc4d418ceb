// Builds and patches the page's elements. Every text from a person goes in as a text node: there's no innerHTML here,
// and no attribute that a browser would run.
// Refuses to do: listeners on what it patches. Lists listen once, at their root, and check `data-` attributes.

/** Attributes that identify an element when its list is redrawn. */
const KEYS = ['data-key', 'data-message-id', 'data-custom-id', 'data-seat', 'data-channel-id'];
/** What the person on the page sets, and no redraw removes. */
const KEPT_ATTRIBUTES = new Set(['style', 'open']);

/**
 * `el('button', { class: 'x', data: { key: 1 }, disabled: true }, 'Text', child)`.
 * Props that are null, undefined or false are left out; children can be nodes, texts, lists of them, or nothing.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'data') {
      for (const [key, datum] of Object.entries(value))
        if (datum !== null && datum !== undefined) node.dataset[key] = datum;
    } else if (name.startsWith('on')) {
      node.addEventListener(name.slice(2), value);
    } else {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  for (const name of KEYS) if (node.hasAttribute(name)) return `${node.tagName}:${name}:${node.getAttribute(name)}`;
  return null;
}

/** Makes `old` look like `fresh` but keeps its nodes, so that focus, scrolling and selections stay. */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  morphAttributes(old, fresh);
  morphChildren(old, [...fresh.childNodes]);
  return old;
}

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT_ATTRIBUTES.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!KEPT_ATTRIBUTES.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

/** Makes the children of `parent` look like the list `fresh`; keyed ones are found again wherever they were. */
export function morphChildren(parent, fresh) {
  const keyed = new Map();
  for (const child of parent.childNodes) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  const wanted = new Set(fresh.map(keyOf).filter(Boolean));
  let place = parent.firstChild;
  for (const child of fresh) {
    const key = keyOf(child);
    while (place && keyOf(place) && !wanted.has(keyOf(place))) place = removed(place);
    const same = key ? keyed.get(key) : place && !keyOf(place) && place.nodeName === child.nodeName ? place : null;
    if (!same) {
      parent.insertBefore(child, place);
      continue;
    }
    if (same !== place) parent.insertBefore(same, place);
    else place = place.nextSibling;
    morph(same, child);
  }
  while (place) place = removed(place);
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** A URL that's safe to put into the page: one of our own origin; null for every other. */
export function ownAddress(url) {
  if (typeof url !== 'string') return null;
  try {
    const parsed = new URL(url, location.href);
    if (parsed.origin === location.origin && /^https?:$/.test(parsed.protocol)) return parsed.href;
    // The same table under its other loopback name.
    return parsed.pathname.startsWith('/table/attachments/') ? parsed.pathname + parsed.search : null;
  } catch {
    return null;
  }
}
