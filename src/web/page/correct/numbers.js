// The numbers of units on the page, in their reading order, and of those that are being put into another order.

import { svg } from '../dom.js';

/**
 * A number on a ground of its own. `scale` are the pixels for a point, so that numbers have one size at all zooms.
 * @param {Box} box @param {string} text @param {number} scale @param {string} name
 */
export function numberAt([x0, y0, , y1], text, scale, name) {
  const isSmall = name.includes('small');
  const size = Math.min((isSmall ? 9.5 : 12) / scale, isSmall ? 8 : 14);
  const [width, height] = [(text.length * 0.6 + 0.8) * size, 1.35 * size];
  // Left of the text, so that its beginning can be read; that of a block is higher, beside the number of its line.
  const x = Math.max(0, x0 - width - 2 / scale);
  const y = isSmall ? (y0 + y1 - height) / 2 : Math.max(0, y0 - height);
  const label = svg('text', { x: x + width / 2, y: y + height / 2, 'font-size': size });
  label.textContent = text;
  return svg('g', { class: name }, svg('rect', { x, y, width, height, rx: height / 2 }), label);
}

/** @param {Unit[]} units @param {number} scale */
export function drawNumbers(units, scale, isSmall = false) {
  const name = isSmall ? 'order-number small' : 'order-number';
  return units.map((unit) => numberAt(unit.box, String(unit.number + 1), scale, name));
}
