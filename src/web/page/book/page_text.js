// The text of a page and its words' places. The text is made of the words as it was made for the search.

import { placesIn } from './find_text.js';

const DIVIDES = '\u00ad';

/** @typedef {{ text: string, box: Box, glued: number, line: BookLine }} TextWord */
/** @typedef {{ start: number, end: number, word: TextWord }} PlacedWord */

/**
 * The words of a page in reading order, `{text, box, glued, line}`.
 * @param {BookPageData} data
 * @returns {Generator<TextWord>}
 */
function* words(data) {
  for (const paragraph of data.blocks.flat()) {
    for (const line of paragraph.lines)
      for (const [text, box, , , glued] of line.words) yield { text, box, glued, line };
  }
}

/**
 * The text, and where in it each word begins and ends.
 * @param {BookPageData} data
 */
function laid(data) {
  let text = '';
  const pieces = [];
  for (const word of words(data)) {
    if (text.endsWith(DIVIDES)) text = text.slice(0, -1);
    else if (!word.glued && text !== '') text += ' ';
    pieces.push({ start: text.length, end: text.length + word.text.length, word });
    text += word.text;
  }
  return { text, pieces };
}

/**
 * Gives hits of a page the boxes that they have on it, one a line.
 * @param {BookPageData} data
 * @param {BookHit[]} hits
 */
export function locate(data, hits) {
  if (hits.length === 0) return;
  const { text, pieces } = laid(data);
  /** @type {Map<string, [number, number][]>} */
  const places = new Map();
  for (const hit of hits) {
    if (!places.has(hit.wanted)) places.set(hit.wanted, placesIn(text, hit.wanted));
    const place = places.get(hit.wanted)?.[hit.number];
    if (place) hit.boxes = boxes(pieces, ...place);
  }
}

/**
 * @param {PlacedWord[]} pieces
 * @param {number} start
 * @param {number} end
 */
function boxes(pieces, start, end) {
  /** @type {Map<BookLine, Box>} */
  const byLine = new Map();
  for (const { start: from, end: to, word } of pieces) {
    if (to <= start || from >= end) continue;
    const box = part(word, Math.max(0, start - from), Math.min(end, to) - from);
    const known = byLine.get(word.line);
    byLine.set(word.line, known ? united(known, box) : box);
  }
  return [...byLine.values()];
}

/**
 * The box of a part of a word. Only in upright lines its letters are known to be beside each other.
 * @param {TextWord} word
 * @param {number} from
 * @param {number} to
 * @returns {Box}
 */
function part({ text, box, line }, from, to) {
  const [x0, y0, x1, y1] = box;
  if (line.angle || line.vertical) return box;
  /** @param {number} index */
  const at = (index) => (x1 - x0) * (index / Math.max(1, text.length));
  return line.rtl ? [x1 - at(to), y0, x1 - at(from), y1] : [x0 + at(from), y0, x0 + at(to), y1];
}

/**
 * @param {Box} a
 * @param {Box} b
 * @returns {Box}
 */
function united(a, b) {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
