// The marks over all layers: what is selected in the tree, what the search found, what is pointed at.

import { svg } from '../dom.js';
import { box } from './box.js';

/** The elements of the marks of one page. */
export function marks(page, state) {
  const all = [];
  const add = (boxes, name) => all.push(...boxes.filter(Boolean).map((each) => {
    const rect = box(each);
    rect.setAttribute('class', name);
    return rect;
  }));
  const selected = state.selection?.pages?.find((place) => place.index === page);
  if (selected) {
    add(selected.boxes?.length ? selected.boxes : [selected.bbox], 'selected');
    if (selected.boxes?.length > 1 && selected.bbox) add([selected.bbox], 'selected-bounds');
  }
  for (const hit of state.hits.get(page) ?? []) add(hit.boxes, hit === state.hit ? 'hit current' : 'hit');
  if (state.pointed?.page === page) add(state.pointed.boxes, 'pointed');
  return all.length ? [svg('g', {}, ...all)] : [];
}
