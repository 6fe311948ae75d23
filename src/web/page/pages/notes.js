// What is to be known about a page before one believes it, over its upper edge.

import { h, visible } from '../dom.js';

/** An element with the notes of a page, or null if there are none. */
export function notes(data, withWarnings) {
  const lines = [];
  if (data.error) lines.push(['error', data.error]);
  for (const lack of data.lacks ?? []) lines.push(['lack', lack]);
  if (data.truncated) lines.push(['warning', 'There is more on this page than its layers show.']);
  if (data.needs_ocr) lines.push(['warning', 'The page is a picture without text: it needs OCR.']);
  if (data.tags_left) lines.push(['warning', `Read by its geometry, not by its tags: ${data.tags_left}.`]);
  if (withWarnings) for (const { message } of data.warnings ?? []) lines.push(['warning', message]);
  if (lines.length === 0) return null;
  return h(
    'ul',
    { class: 'notes', 'aria-label': 'Notes on this page' },
    lines.map(([kind, text]) => h('li', { class: kind, text: visible(text) })),
  );
}
