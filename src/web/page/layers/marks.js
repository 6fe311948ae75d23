// The marks over all layers: what is selected in the tree, what the search found, what is pointed at.

import { svg } from '../dom.js';
import { box } from './box.js';

/**
 * The marks of one page; `contents` is what is known of it, as far as it has been loaded.
 * @param {number} page
 * @param {MarkState} state
 * @param {PageContents | null} contents
 * @param {Size} size
 */
export function marks(page, state, contents, size) {
  /** @type {SVGRectElement[]} */
  const all = [];
  /**
   * @param {(Box | null | undefined)[]} boxes
   * @param {string} name
   */
  const add = (boxes, name) =>
    all.push(
      ...boxes
        .filter((each) => each != null)
        .map((each) => {
          const rect = box(each);
          rect.setAttribute('class', name);
          return rect;
        }),
    );
  const selected = state.selection?.pages.find((place) => place.index === page);
  if (selected) {
    // Of an element on many pages, only the page itself knows the place.
    const bbox = selected.bbox ?? contents?.elements.find(({ key }) => key === state.selection?.key)?.bbox;
    add(selected.boxes.length ? selected.boxes : [bbox], 'selected');
    if (selected.boxes.length > 1 && bbox) add([bbox], 'selected-bounds');
  }
  for (const hit of state.hits.get(page) ?? []) add(hit.boxes, hit === state.hit ? 'hit current' : 'hit');
  if (state.pointed?.page === page) {
    const [large, small] = bySize(
      state.pointed.boxes.filter((each) => each !== null),
      size,
    );
    add(large, 'pointed large');
    add(small, 'pointed');
  }
  return all.length ? [svg('g', {}, ...all)] : [];
}

// The share of the page from which on a box that is pointed at is an outline, so that it hides nothing.
const LARGE = 0.2;

/**
 * @param {Box[]} boxes
 * @param {Size} size
 */
function bySize(boxes, { width, height }) {
  /** @param {Box} bbox */
  const isLarge = ([x0, y0, x1, y1]) => (x1 - x0) * (y1 - y0) > LARGE * width * height;
  return [boxes.filter(isLarge), boxes.filter((box) => !isLarge(box))];
}
