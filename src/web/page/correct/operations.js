// Builds the operations that are written to the file of corrections. None of them changes anything here.

import { centre, contains, inOrder, union, wordsOf } from './units.js';

// Distance in points by which the centre of a word may be outside of the box of its anchor, as for the server.
const TOLERANCE = 0.75;

/** The anchor of a unit. @param {Unit} unit @returns {UnitAnchor} */
export function anchor({ box, text }) {
  return { box, text };
}

/** The anchor of some words. @param {Unit[]} words @returns {UnitAnchor} */
function anchorOf(words) {
  return { box: union(words.map(({ box }) => box)), text: words.map(({ text }) => text).join(' ') };
}

/** Replaces the text of a word or line. @param {Unit} unit @param {string} text @returns {Correction} */
export function replaceText(unit, text) {
  return { op: 'text', level: unit.level, on: anchor(unit), text };
}

/**
 * Splits the parent before a unit: a line before a word, a paragraph before a line, a block before a paragraph. Null
 * if the unit is the first of its parent.
 * @param {Unit} unit @returns {Correction | null}
 */
export function splitBefore({ parent, index }) {
  if (!parent || index === 0) return null;
  const parts = [parent.kids.slice(0, index), parent.kids.slice(index)];
  return { op: 'group', level: parent.level, parts: parts.map((kids) => anchorOf(kids.flatMap(wordsOf))) };
}

/**
 * Splits a block into the words left and right of a vertical line. Null if all are on one side.
 * @param {Unit} block @param {number} x @returns {Correction | null}
 */
export function cutAt(block, x) {
  const words = wordsOf(block);
  const left = words.filter(({ box }) => centre(box)[0] < x);
  const right = words.filter(({ box }) => centre(box)[0] >= x);
  if (left.length === 0 || right.length === 0) return null;
  const parts = [anchorOf(left), anchorOf(right)];
  // A word that reaches over the line would have words of the other side in its box.
  parts[0].box[2] = Math.min(parts[0].box[2], x - TOLERANCE);
  parts[1].box[0] = Math.max(parts[1].box[0], x + TOLERANCE);
  return { op: 'group', level: 'block', parts };
}

/**
 * Merges units of one level, in reading order; a single one with the next. Others may be between them: these stay, and
 * come after it. Null if there is nothing to merge with.
 * @param {Unit[]} units @param {Unit[]} all @returns {Correction | null}
 */
export function merge(units, all) {
  const merged = inOrder(units);
  if (merged.length === 1) {
    const next = all[merged[0].number + 1];
    if (!next) return null;
    merged.push(next);
  }
  if (merged.length < 2) return null;
  return { op: 'group', level: merged[0].level, parts: merged.map(anchor), together: true };
}

/**
 * Makes one unit of the words in a box. Null if there are none.
 * @param {Level} level @param {Unit[]} words @param {Box} box @returns {Correction | null}
 */
export function groupIn(level, words, box) {
  /** @type {Box} */
  const wide = [box[0] - TOLERANCE, box[1] - TOLERANCE, box[2] + TOLERANCE, box[3] + TOLERANCE];
  const inside = words.filter((word) => contains(wide, ...centre(word.box)));
  const { text } = anchorOf(inside);
  return inside.length === 0 ? null : { op: 'group', level, parts: [{ box, text }] };
}

/** Puts units into another order. @param {Unit[]} units @returns {Correction} */
export function reorder(units) {
  return { op: 'order', level: units[0].level, parts: units.map(anchor) };
}

/**
 * Moves a unit among those of its parent. Null at the end of them.
 * @param {Unit} unit @param {number} to @param {Unit[]} siblings @returns {Correction | null}
 */
export function moveTo(unit, to, siblings) {
  if (to < 0 || to >= siblings.length || to === unit.index) return null;
  const [first, last] = [Math.min(to, unit.index), Math.max(to, unit.index)];
  const others = siblings.slice(first, last + 1).filter((each) => each !== unit);
  return reorder(to < unit.index ? [unit, ...others] : [...others, unit]);
}
