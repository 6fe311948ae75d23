// The reading order: a number at each block, paragraph or line, on a clear ground, and arrows from one to the
// next.

import { svg } from '../dom.js';

/** Those that can be numbered. */
export const NUMBERED = ['blocks', 'paragraphs', 'lines'];

// The smallest distance from the edge of the page at which a number fits, in points.
const AT_EDGE = 20;

// A line that begins closer than this below the one before, in its heights, needs no arrow.
const CLOSE = 1;

/**
 * The items of a page that are numbered, in reading order.
 * @param {PageContents} page
 * @param {OrderOf} what
 */
function numbered(page, what) {
  const blocks = page.blocks.filter(({ order }) => order !== null).sort((a, b) => Number(a.order) - Number(b.order));
  if (what === 'blocks') return blocks;
  const paragraphs = blocks.flatMap((block) => block.paragraphs);
  return what === 'paragraphs' ? paragraphs : paragraphs.flatMap((paragraph) => paragraph.lines);
}

/**
 * @param {SVGGElement} group
 * @param {PageContents} page
 * @param {ShownLayers} state
 */
export function drawOrder(group, page, { orderOf }) {
  const things = numbered(page, orderOf);
  const id = `arrow-${page.index}`;
  group.append(
    svg(
      'marker',
      {
        id,
        viewBox: '0 0 8 8',
        refX: 7,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: 'auto-start-reverse',
      },
      svg('path', { d: 'M0 0.5 8 4 0 7.5z' }),
    ),
  );
  for (let i = 1; i < things.length; i++) {
    const [from, to] = [things[i - 1].bbox, things[i].bbox];
    if (orderOf === 'lines' && isBelow(from, to)) continue;
    const [x0, y0, x1, y1] = [(from[0] + from[2]) / 2, from[3], (to[0] + to[2]) / 2, to[1]];
    // A step back up, to the next column, leaves at the side.
    const isUp = y1 < y0 - 2;
    const d = isUp
      ? `M${from[2]} ${(from[1] + from[3]) / 2} L${to[0] + 8} ${to[1] + 8}`
      : `M${x0} ${Math.max(from[1], y0 - 3)} L${x1} ${y1 + 3}`;
    group.append(svg('path', { d, class: 'arrow', 'marker-end': `url(#${id})` }));
  }
  for (const [index, { bbox }] of things.entries()) {
    // Left of the text, so that its beginning can be read; at the edge of the page inside of it.
    const isInside = bbox[0] < AT_EDGE;
    const x = isInside ? Math.max(3, bbox[0]) : bbox[0] - 5;
    const y = orderOf === 'lines' ? (bbox[1] + bbox[3]) / 2 : bbox[1] + 4;
    const number = svg('text', { x, y, class: `number${isInside ? ' inside' : ''}` });
    number.textContent = String(index + 1);
    // The numbers are at most as high as their lines, so that they do not cover each other.
    if (orderOf === 'lines') number.style.setProperty('--most', `${Math.max(3, 0.7 * (bbox[3] - bbox[1]))}px`);
    group.append(number);
  }
}

/**
 * Whether a line is the one just below another, where one looks for it.
 * @param {Box} lower
 * @param {Box} upper
 */
function isBelow([x0, y0, x1, y1], [left, top, right]) {
  return left < x1 && right > x0 && top > y0 && top - y1 < CLOSE * (y1 - y0);
}
