// Notes above a page: errors, warnings and missing parts of its picture.

import { h, visible } from '../dom.js';

/**
 * An element with the notes of a page, or null if there are none.
 * @param {PageData} data
 * @param {Set<string>} layers
 */
export function notes(data, layers) {
  const lines = [];
  for (const lack of data.lacks) lines.push(['lack', lack]);
  if (data.truncated) lines.push(['warning', 'There is more on this page than its layers show.']);
  if (data.needs_ocr) lines.push(['warning', 'The page is a picture without text: it needs OCR.']);
  if (data.tags_left) lines.push(['warning', `Read by its geometry, not by its tags: ${data.tags_left}.`]);
  if (layers.has('confidence')) lines.push(...confidence(data.confidence).map((text) => ['lack', text]));
  if (layers.has('warnings')) for (const { message } of data.warnings) lines.push(['warning', message]);
  return lines.length === 0 ? null : list(lines);
}

/**
 * The note on a page that cannot be shown.
 * @param {string} message
 */
export function errorNote(message) {
  return list([['error', message]]);
}

/** @param {string[][]} lines */
function list(lines) {
  return h(
    'ul',
    { class: 'notes', tabindex: 0, 'aria-label': 'Notes on this page' },
    lines.map(([kind, text]) => h('li', { class: kind, text: visible(text) })),
  );
}

/**
 * A note on a confidence that is not measured.
 * @param {PageData['confidence']} of
 */
function confidence({ measured, same }) {
  if (measured) return [];
  if (same !== null)
    return [`The confidence is ${same} % for all words of this page: it says nothing of a single word.`];
  return ['The confidence is not measured: it follows from the source of each word.'];
}
