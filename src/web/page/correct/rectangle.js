// A box that is moved and resized, by its handles and by keys.

import { svg } from '../dom.js';
import { box as drawn } from '../layers/box.js';
import { contains } from './units.js';

// Points that an arrow key moves; with Ctrl.
const STEP = 1;
const LARGE_STEP = 10;
// The least width and height, in points.
const LEAST = 1;
const CORNER = 4;

/** The sides that each handle moves: left, top, right, bottom. */
const HANDLES = [
  [1, 1, 0, 0],
  [0, 1, 0, 0],
  [0, 1, 1, 0],
  [0, 0, 1, 0],
  [0, 0, 1, 1],
  [0, 0, 0, 1],
  [1, 0, 0, 1],
  [1, 0, 0, 0],
];

/** The places of the handles of a box. @param {Box} box @returns {[number, number][]} */
function handlesOf([x0, y0, x1, y1]) {
  return HANDLES.map(([left, top, right, bottom]) => [
    left ? x0 : right ? x1 : (x0 + x1) / 2,
    top ? y0 : bottom ? y1 : (y0 + y1) / 2,
  ]);
}

/**
 * The sides that a pointer at a point moves: those of a handle, all sides inside of the box; null elsewhere.
 * @param {Box} box @param {SheetPoint} point
 */
export function grip(box, { x, y, near: most }) {
  // In a small box, there is a part between the handles.
  const near = Math.min(most, 0.3 * Math.min(box[2] - box[0], box[3] - box[1]));
  const at = handlesOf(box).findIndex(([hx, hy]) => Math.abs(hx - x) <= near && Math.abs(hy - y) <= near);
  if (at >= 0) return HANDLES[at];
  return contains(box, x, y) ? [1, 1, 1, 1] : null;
}

/**
 * A box whose sides have moved.
 * @param {Box} box @param {number[]} sides @param {number} dx @param {number} dy @returns {Box}
 */
export function moved(box, sides, dx, dy) {
  const [x0, y0, x1, y1] = box.map((value, side) => value + sides[side] * (side % 2 ? dy : dx));
  return [Math.min(x0, x1 - LEAST), Math.min(y0, y1 - LEAST), Math.max(x1, x0 + LEAST), Math.max(y1, y0 + LEAST)];
}

/**
 * The box after an arrow key: it moves, with Shift its right and lower side do. Null for other keys.
 * @param {Box} box @param {KeyboardEvent} event
 */
export function movedByKey(box, { key, shiftKey, ctrlKey }) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[key];
  if (!way) return null;
  const step = ctrlKey ? LARGE_STEP : STEP;
  return moved(box, shiftKey ? [0, 0, 1, 1] : [1, 1, 1, 1], way[0] * step, way[1] * step);
}

/** The box between two points. @param {SheetPoint} a @param {SheetPoint} b @returns {Box} */
export function between(a, b) {
  return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)];
}

/** The outline of a box with its handles. `scale` are the pixels for a point. @param {Box} box @param {number} scale */
export function drawRectangle(box, scale, name = 'frame') {
  const size = CORNER / scale;
  // Handles would hide the text of a small box.
  const isSmall = Math.min(box[2] - box[0], box[3] - box[1]) < 6 * size;
  const handles = (isSmall ? [] : handlesOf(box)).map(([x, y]) =>
    svg('rect', { class: 'handle', x: x - size, y: y - size, width: 2 * size, height: 2 * size }),
  );
  return [drawn(box, { mark: name }), ...handles];
}
