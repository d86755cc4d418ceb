// Embeds and attachments: the framed part of a message and its pictures.
// Refuses to do: pictures from elsewhere. The page loads nothing that the table itself doesn't serve.

import { el, ownAddress } from './dom.js';
import { line, markdownElements } from './markdown-elements.js';

/** One embed, its stripe in the colour it names (which never means anything on its own). */
export function renderEmbed(embed, message, names) {
  const frame = el(
    'div',
    { class: 'embed', data: { testid: 'embed' } },
    embed.thumbnail ? picture(embed.thumbnail, message, 'embed-thumbnail', 'Thumbnail') : null,
    embed.author ? el('p', { class: 'embed-author' }, embed.author.name ?? '') : null,
    embed.title ? el('h3', { class: 'embed-title' }, line(embed.title, names)) : null,
    embed.description ? el('div', { class: 'embed-description' }, markdownElements(embed.description, names)) : null,
    embed.fields?.length ? fields(embed.fields, names) : null,
    embed.image ? picture(embed.image, message, 'embed-image', embed.title ?? 'Picture') : null,
    footer(embed),
  );
  if (Number.isInteger(embed.color) && embed.color >= 0 && embed.color <= 0xffffff) {
    frame.style.borderInlineStartColor = `#${embed.color.toString(16).padStart(6, '0')}`;
  }
  return frame;
}

function fields(list, names) {
  return el(
    'div',
    { class: 'embed-fields' },
    list.map((field) =>
      el(
        'div',
        { class: field.inline ? 'field-inline' : 'field-block' },
        el('h4', {}, line(field.name, names)),
        el('div', {}, markdownElements(field.value, names)),
      ),
    ),
  );
}

function footer(embed) {
  const words = [embed.footer?.text, embed.timestamp ? new Date(embed.timestamp).toLocaleString() : null].filter(
    Boolean,
  );
  return words.length ? el('p', { class: 'embed-footer' }, words.join(' · ')) : null;
}

/** An embed's picture; `attachment://name` means the message's own file of that name. */
function picture(media, message, css, alt) {
  const named = /^attachment:\/\/(.+)$/.exec(media.url ?? '');
  const file = named ? (message.attachments ?? []).find((attachment) => attachment.filename === named[1]) : null;
  const src = ownAddress(file?.url ?? media.url);
  const words = file?.description ?? media.description ?? alt;
  return src ? image(src, words, css, media) : el('p', { class: 'subtext' }, `[picture not shown: ${words}]`);
}

function image(src, alt, css, size) {
  return el(
    'a',
    { class: css, href: src, target: '_blank', rel: 'noopener' },
    el('img', { src, alt, loading: 'lazy', width: size?.width, height: size?.height }),
  );
}

/** The files of a message that none of its embeds shows. */
export function renderAttachments(message) {
  const shown = new Set((message.embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]));
  return (message.attachments ?? [])
    .filter((file) => !shown.has(`attachment://${file.filename}`) && !shown.has(file.url))
    .map(renderAttachment);
}

function renderAttachment(file) {
  const src = ownAddress(file.url);
  const name = file.description || file.filename;
  if (!src) return el('p', { class: 'subtext' }, `[file not shown: ${name}]`);
  if (/^image\/(png|jpeg|gif|webp)/.test(file.content_type ?? '') || /\.(png|jpe?g|gif|webp)$/i.test(file.filename)) {
    return image(src, name, 'attachment', file);
  }
  const size = ` (${fileSize(file.size)})`;
  if (/\.html$/i.test(file.filename)) {
    const page = el('a', { href: `${src}?open`, target: '_blank', rel: 'noopener' }, file.filename);
    return el('p', { class: 'file' }, page, `${size} · `, el('a', { href: src, download: file.filename }, 'Download'));
  }
  return el('p', { class: 'file' }, el('a', { href: src, download: file.filename }, file.filename), size);
}

function fileSize(bytes) {
  return bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.ceil((bytes ?? 0) / 1000)} kB`;
}
