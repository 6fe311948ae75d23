// Draws the layers of a page that are switched on, each once.

import { svg } from '../dom.js';
import { box } from './box.js';
import { drawConfidence } from './confidence.js';
import { LAYERS } from './list.js';
import { colourOf } from './names.js';
import { drawOrder } from './order.js';
import { drawText } from './text.js';

// Names in a label.
const LABELLED = 3;

/** @type {Record<string, (group: SVGGElement, page: PageContents, state: ShownLayers) => void>} */
const OWN = { text: drawText, confidence: drawConfidence, order: drawOrder, elements: drawElements };

/**
 * `drawn` holds the layers that there are, by name, and is kept by the caller.
 * @param {SVGSVGElement} parent
 * @param {Map<string, SVGGElement>} drawn
 * @param {ShownLayers} state
 * @param {PageContents} page
 */
export function drawLayers(parent, drawn, state, page) {
  /** @type {SVGGElement | null} */
  let before = null;
  for (const layer of [...LAYERS].reverse()) {
    const isOn = state.layers.has(layer.name);
    let group = drawn.get(layer.name);
    if (!group && isOn && (layer.boxes || layer.name in OWN)) {
      group = svg('g', { class: `layer layer-${layer.name}` });
      if (layer.name in OWN) OWN[layer.name](group, page, state);
      else for (const thing of layer.boxes?.(page) ?? []) if (thing.bbox) group.append(box(thing.bbox, thing));
      parent.insertBefore(group, before);
      drawn.set(layer.name, group);
    }
    if (!group) continue;
    group.toggleAttribute('hidden', !isOn);
    group.style.display = isOn ? '' : 'none';
    before = group;
  }
}

/**
 * @param {SVGGElement} group
 * @param {PageContents} page
 * @param {ShownLayers} state
 */
function drawElements(group, page, state) {
  // Elements with the same corner share a label, the outermost name first.
  /** @type {Map<string, { names: string[], bbox: Box, colour: string }>} */
  const labels = new Map();
  for (const { name, bbox } of page.elements) {
    const colour = colourOf(state, name);
    if (!colour) continue;
    const rect = box(bbox);
    rect.style.setProperty('--colour', colour);
    group.append(rect);
    const corner = `${Math.round(bbox[0])} ${Math.round(bbox[1])}`;
    const names = [...(labels.get(corner)?.names ?? []), name.slice(0, 40)];
    labels.set(corner, { names, bbox, colour });
  }
  for (const {
    names,
    bbox: [x, y],
    colour,
  } of labels.values()) {
    const label = svg('text', { x, y: y - 1.5, class: 'label' });
    label.textContent = names.slice(-LABELLED).join(' › ');
    label.style.setProperty('--colour', colour);
    group.append(label);
  }
}
