// The confidence of the words: the lower, the more red. Words with a high confidence are hardly tinted.

import { box } from './box.js';
import { words } from './list.js';

/**
 * @param {SVGGElement} group
 * @param {PageContents} page
 */
export function drawConfidence(group, page) {
  for (const word of words(page)) {
    const rect = box(word.bbox);
    // From green (120°) over yellow to red (0°).
    rect.style.setProperty('--hue', String(Math.max(0, Math.min(120, word.confidence * 1.2))));
    rect.style.setProperty('--doubt', String(word.confidence >= 95 ? 0.15 : 0.3 + (95 - word.confidence) / 250));
    group.append(rect);
  }
}
