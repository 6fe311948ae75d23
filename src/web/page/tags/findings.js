// Describes the disagreements of tags and geometry, and weighs them.

import { counted } from '../dom.js';

/** @type {Record<string, string>} */
const PLACES = {
  order: 'the tags go up the page',
  untagged: 'text without tags',
  artifact: 'text marked as an artifact',
  group: 'several paragraphs in an element that only groups others',
  'actual-text': 'ActualText that is not what is painted',
};

// The reasons why `--road auto` ignores the tags of a page.
/** @type {Record<string, string>} */
const LEFT = {
  untagged: 'most of the text has no tags',
  artifact: 'much of the text is marked as an artifact',
  group: 'nearly all text is directly in elements that only group others',
  order: 'the tags go up the page',
  table: 'most of the text is a table that is tagged as running text',
};

/**
 * A finding in words, with the number of its places.
 * @param {Pick<VerdictFinding, 'kind' | 'by' | 'count'>} finding
 */
export function saysOf({ kind, by, count }) {
  const what = PLACES[kind];
  if (what) return count > 1 ? `${what}, ${counted(count, 'place')}` : what;
  return `${count > 1 ? counted(count, kind) : `a ${kind}`} by the ${by} only`;
}

/**
 * The reason why `--road auto` ignores the tags of a page; null if it does not.
 * @param {Verdict} verdict
 */
export function leftFor({ leaves }) {
  return leaves ? (LEFT[leaves] ?? leaves) : null;
}

/**
 * The points of a page: of each fault 10 and its share of the words, of each difference a tenth of that.
 * @param {Verdict} verdict
 */
export function pointsOf({ tagged, untagged, findings }) {
  const all = Math.max(1, tagged + untagged);
  /** @param {VerdictFinding} finding */
  const points = ({ fault, words }) => (10 + 90 * Math.min(1, words / all)) * (fault ? 1 : 0.1);
  return Math.round(findings.reduce((sum, finding) => sum + points(finding), 0));
}
