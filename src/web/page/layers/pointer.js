// Finds the items at the pointer in the data of the page, the smallest first, whether their layers are drawn or not.
// So a box that fills the page never hides a word.

import { h, visible } from '../dom.js';
import { LAYERS, SINGULAR } from './list.js';

// Layers that are always described; the others only while they are switched on.
const ALWAYS = ['words', 'lines', 'paragraphs', 'blocks'];

/**
 * The things of a page at a point, in points: `{layer, thing, says}`, the smallest first.
 * @param {PageContents} page
 * @param {number} x
 * @param {number} y
 * @param {Set<string>} layers
 */
export function thingsAt(page, x, y, layers) {
  /** @type {FoundThing[]} */
  const found = [];
  for (const layer of LAYERS) {
    if (!layer.boxes || !(ALWAYS.includes(layer.name) || layers.has(layer.name))) continue;
    for (const thing of layer.boxes(page)) {
      if (!thing.bbox) continue;
      const [x0, y0, x1, y1] = thing.bbox;
      // A thin rule can be pointed at, too.
      const [dx, dy] = [x1 - x0 < 2 ? 2 : 0, y1 - y0 < 2 ? 2 : 0];
      if (x < x0 - dx || x > x1 + dx || y < y0 - dy || y > y1 + dy) continue;
      const area = (x1 - x0) * (y1 - y0);
      found.push({ layer: layer.name, thing, area, says: layer.says?.(thing, page) ?? '' });
    }
  }
  for (const finding of page.findings) {
    const about = found.find(
      ({ layer, thing }) => layer === `${finding.kind}s` && thing.bbox !== null && isSame(thing.bbox, finding.bbox),
    );
    if (about && about.thing !== finding) about.why = `${finding.why}${finding.by ? ` (${finding.by})` : ''}`;
  }
  return found
    .reverse()
    .sort((a, b) => a.area - b.area)
    .slice(0, 12);
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function isSame(a, b) {
  return a.every((value, i) => Math.abs(value - b[i]) < 0.5);
}

/** Says beside the pointer what is under it. */
export class Tooltip {
  #element = h('div', { class: 'tooltip', role: 'tooltip', hidden: true });

  constructor() {
    document.body.append(this.#element);
  }

  /**
   * @param {FoundThing[]} things
   * @param {number} x
   * @param {number} y
   */
  show(things, x, y) {
    if (things.length === 0) {
      this.hide();
      return;
    }
    this.#element.replaceChildren(
      ...things.map(({ layer, says, why }) =>
        h(
          'div',
          { class: `about about-${layer}` },
          h('b', { text: SINGULAR[layer] ?? layer }),
          h('span', { text: visible(says).slice(0, 300) }),
          why ? h('i', { text: visible(why).slice(0, 300) }) : null,
        ),
      ),
    );
    this.#element.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#element;
    this.#element.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 6))}px`;
    this.#element.style.top = `${y + 18 + height > innerHeight ? Math.max(4, y - height - 10) : y + 18}px`;
  }

  hide() {
    this.#element.hidden = true;
  }

  close() {
    this.#element.remove();
  }
}
