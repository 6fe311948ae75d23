// The text as it was recognised, in the browser's fonts, each word as wide as it is on the page.

import { svg } from '../dom.js';
import { lines } from './list.js';

/**
 * @param {SVGGElement} group
 * @param {PageContents} page
 */
export function drawText(group, page) {
  for (const line of lines(page)) {
    for (const word of line.words)
      group.append(text(word, line, word.font === null ? undefined : page.fonts[word.font]));
  }
}

/**
 * @param {Word} word
 * @param {Line} line
 * @param {Font | undefined} font
 */
function text(word, line, font) {
  const [x0, y0, x1, y1] = word.bbox;
  const [width, height] = [x1 - x0, y1 - y0];
  const size = word.size || line.size || height;
  const angle = line.angle;
  const classes = [
    font?.monospace ? 'mono' : font?.serif === false ? 'sans' : null,
    font?.bold ? 'bold' : null,
    font?.italic ? 'italic' : null,
  ];
  const element = svg('text', { 'font-size': size, class: classes.filter(Boolean).join(' ') });
  element.textContent = word.text;
  if (line.vertical) {
    element.classList.add('vertical');
    place(element, (x0 + x1) / 2, y0, height);
    return element;
  }
  const isUpright = Math.abs(Math.sin((angle * Math.PI) / 180)) > 0.7;
  const length = isUpright ? height : width;
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  // The baseline goes through the line's origin; without one, it is a fifth of the size above the lower edge.
  const lower = line.origin && angle === 0 ? line.origin[1] : y + size * 0.3;
  place(element, x, lower, length);
  if (angle !== 0) element.setAttribute('transform', `rotate(${-angle} ${x} ${y})`);
  return element;
}

/**
 * @param {SVGTextElement} element
 * @param {number} x
 * @param {number} y
 * @param {number} length
 */
function place(element, x, y, length) {
  element.setAttribute('x', String(x));
  element.setAttribute('y', String(y));
  if (length > 0) {
    element.setAttribute('textLength', String(length));
    element.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}
