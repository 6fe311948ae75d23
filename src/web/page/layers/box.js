// The rectangle of a box, in points of its page.

import { svg } from '../dom.js';

/**
 * A rectangle; headers of tables, and things with a `mark`, have a class of their own.
 * @param {Box} bbox
 * @param {Pick<Thing, 'header' | 'mark'>} [thing]
 */
export function box([x0, y0, x1, y1], thing = {}) {
  return svg('rect', {
    x: x0,
    y: y0,
    width: Math.max(0, x1 - x0),
    height: Math.max(0, y1 - y0),
    class: thing.header ? 'header' : (thing.mark ?? null),
  });
}
