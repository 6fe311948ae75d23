// Looks for text in a page whose layers are at hand, as the server does: case, accents and the difference between
// ligatures and their letters do not count, and what is divided at a line's end is whole.

import { paragraphs } from '../layers/list.js';

// Characters shown before and behind a hit, and hits of a page.
const AROUND = 40;
const MAX_HITS = 1000;

/**
 * Text without what does not count, white space as one space.
 * @param {string} text
 */
export function folded(text) {
  return letters(text).trim().split(/\s+/).join(' ');
}

/** @param {string} text */
function letters(text) {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase();
}

/**
 * The hits on a page, with the boxes of their words, one a line.
 * @param {PageData} page
 * @param {number} index
 * @param {string} query
 */
export function find(page, index, query) {
  const wanted = folded(query);
  /** @type {Hit[]} */
  const hits = [];
  if (wanted === '') return hits;
  const { text, printed, words } = written(page);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const first = words.findLastIndex((word) => word.at <= at);
    const next = words.findIndex((word) => word.at >= at + wanted.length);
    const [begin, end] = [words[first], words[next]];
    const hit = words.slice(first, next < 0 ? undefined : next);
    const own = printed.slice(begin.printed, end?.printed ?? printed.length).trimEnd();
    const to = begin.printed + own.length;
    hits.push({
      page: index,
      boxes: [...Map.groupBy(hit, ({ line }) => line).values()].map(around),
      before: printed.slice(Math.max(0, begin.printed - AROUND), begin.printed),
      match: own,
      after: printed.slice(to, to + AROUND),
    });
    if (hits.length >= MAX_HITS) break;
  }
  return hits;
}

/**
 * The text of a page, as it is looked at and as it is printed, and where its words are in both.
 * @param {PageData} page
 */
function written(page) {
  let [text, printed, divided] = ['', '', false];
  const words = [];
  for (const paragraph of paragraphs(page)) {
    for (const line of paragraph.lines ?? []) {
      for (const word of line.words ?? []) {
        if (!divided && printed !== '' && !word.glued) [text, printed] = [`${text} `, `${printed} `];
        words.push({ at: text.length, printed: printed.length, line, bbox: word.bbox, key: word.key });
        divided = word.divided === true;
        const own = divided ? word.text.slice(0, -1) : word.text;
        [text, printed] = [text + letters(own), printed + own];
      }
    }
  }
  return { text, printed, words };
}

/** @param {{ bbox: Box }[]} words * @returns {Box}
 */
function around(words) {
  /**
   * @param {(...values: number[]) => number} of
   * @param {number} at
   */
  const side = (of, at) => of(...words.map(({ bbox }) => bbox[at]));
  return [side(Math.min, 0), side(Math.min, 1), side(Math.max, 2), side(Math.max, 3)];
}
