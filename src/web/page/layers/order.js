// The reading order: a number at each block, on a ground of its own, and arrows from each block to the next.

import { svg } from '../dom.js';

export function drawOrder(group, page) {
  const blocks = [...(page.blocks ?? [])].filter((block) => block.order).sort((a, b) => a.order - b.order);
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
  for (let i = 1; i < blocks.length; i++) {
    const [from, to] = [blocks[i - 1].bbox, blocks[i].bbox];
    const [x0, y0, x1, y1] = [(from[0] + from[2]) / 2, from[3], (to[0] + to[2]) / 2, to[1]];
    // A step back up, to the next column, leaves at the side.
    const isUp = y1 < y0 - 2;
    const d = isUp
      ? `M${from[2]} ${(from[1] + from[3]) / 2} L${to[0] + 8} ${to[1] + 8}`
      : `M${x0} ${Math.max(from[1], y0 - 3)} L${x1} ${y1 + 3}`;
    group.append(svg('path', { d, class: 'arrow', 'marker-end': `url(#${id})` }));
  }
  for (const block of blocks) {
    // Left of the text, so that its beginning can be read.
    const [x, y] = [Math.max(6, block.bbox[0] - 7), block.bbox[1] + 4];
    const number = svg('text', { x, y, class: 'number' });
    number.textContent = block.order;
    const width = 7 + 5.2 * String(block.order).length;
    group.append(
      svg('rect', { x: x - width / 2, y: y - 6, width, height: 12, rx: 6, class: 'ground' }),
      number,
    );
  }
}
