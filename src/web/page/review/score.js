// Scores the pages that need a look: each reason has points, which add up.

import { counted } from '../dom.js';

/**
 * The reasons, `[{points, text}]`, the weightiest first.
 * @param {PageMeasures} page
 * @param {number} faults
 */
export function reasons(page, faults) {
  const { words, confidence, measured, doubtful, unknown, needs_ocr: needsOcr, warning_count: warnings } = page;
  /** @param {number} count */
  const share = (count) => count / Math.max(1, words);
  /** @type {Reason[]} */
  const found = [];
  /**
   * @param {number} points
   * @param {string} text
   */
  const add = (points, text) => found.push({ points: Math.max(1, Math.round(points)), text });
  if (needsOcr) add(100, 'a picture without text');
  else if (words === 0) add(20, 'no text');
  if (unknown > 0) add(20 + 80 * share(unknown), `${counted(unknown, 'word')} with unknown characters`);
  const unsure = doubtful - unknown;
  const mean = `confidence ${confidence} %${measured ? '' : ', not measured'}`;
  if (unsure > 0) add(10 + 50 * share(unsure), `${counted(unsure, 'doubtful word')}, ${mean}`);
  if (warnings > 0) add(Math.min(40, 5 * warnings), counted(warnings, 'warning'));
  if (faults > 0) add(Math.min(30, 2 * faults), counted(faults, 'fault'));
  return found.sort((a, b) => b.points - a.points);
}

/**
 * The sum of the points.
 * @param {Reason[]} of
 */
export function score(of) {
  return of.reduce((sum, { points }) => sum + points, 0);
}
