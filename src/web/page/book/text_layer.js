// The text of a page over its picture: it is not seen, and can be selected, copied and read aloud. Its elements are
// in reading order, so that a selection goes from one column to the next. Each word is as wide as on the page, up
// to where the next one begins.

import { h } from '../dom.js';

const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
const FAMILIES = { mono: 'monospace', serif: 'serif', sans: 'sans-serif' };

/**
 * The text of a page; its unit is a point, and CSS scales it.
 * @param {BookPageData} data
 * @param {Size} size
 */
export function textLayer(data, { width, height }) {
  const end = h('div', { class: 'end-of-text' });
  const layer = h(
    'div',
    {
      class: 'text-layer',
      lang: data.lang ?? null,
      style: { width: `${width}px`, height: `${height}px` },
    },
    data.blocks.flat().map((paragraph) => block(paragraph, data.fonts)),
    end,
  );
  holdSelection(layer, end);
  return layer;
}

/**
 * @param {BookParagraph} paragraph
 * @param {BookFont[]} fonts
 */
function block({ heading, lines }, fonts) {
  const level = heading ? { role: 'heading', 'aria-level': heading } : {};
  return h(
    'p',
    level,
    lines.flatMap((line) => [
      h('span', { class: 'text-line', dir: line.rtl ? 'rtl' : 'ltr' }, wordsOf(line, fonts)),
      h('br', { role: 'presentation' }),
    ]),
  );
}

/**
 * @param {BookLine} line
 * @param {BookFont[]} fonts
 */
function wordsOf(line, fonts) {
  return line.words.map(([text, box, size, font], index) => {
    const next = line.words[index + 1];
    const space = next && !next[4] ? ' ' : '';
    return word(
      text + space,
      reach(box, next?.[1], line),
      size || line.box[3] - line.box[1],
      font === null ? undefined : fonts[font],
      line,
    );
  });
}

/**
 * The box of a word with the space behind it.
 * @param {Box} box
 * @param {Box | undefined} next
 * @param {BookLine} line
 * @returns {Box}
 */
function reach([x0, y0, x1, y1], next, { angle, vertical, rtl }) {
  if (!next || angle) return [x0, y0, x1, y1];
  if (vertical) return [x0, y0, x1, Math.max(y1, next[1])];
  return rtl ? [Math.min(x0, next[2]), y0, x1, y1] : [x0, y0, Math.max(x1, next[0]), y1];
}

/**
 * @param {string} text
 * @param {Box} box
 * @param {number} size
 * @param {BookFont | undefined} font
 * @param {BookLine} line
 */
function word(text, [x0, y0, x1, y1], size, font, { angle = 0, vertical = false }) {
  const family = FAMILIES[font?.mono ? 'mono' : font?.serif === false ? 'sans' : 'serif'];
  const style = `${font?.italic ? 'italic ' : ''}${font?.bold ? 'bold ' : ''}`;
  canvas.font = `${style}100px ${family}`;
  const natural = Math.max(0.01, (canvas.measureText(text).width / 100) * size);
  // Of text that is turned a quarter, the height is the length.
  const isUpright = vertical || Math.abs(Math.sin((angle * Math.PI) / 180)) > 0.7;
  const [length, across] = isUpright ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
  const [width, height] = vertical ? [across, natural] : [natural, across];
  const stretch = `scale${vertical ? 'Y' : 'X'}(${length / natural})`;
  return h('span', {
    class: vertical ? 'text-word vertical' : 'text-word',
    text,
    style: {
      font: `${style}${size}px/${across}px ${family}`,
      left: `${(x0 + x1 - width) / 2}px`,
      top: `${(y0 + y1 - height) / 2}px`,
      transform: angle && !vertical ? `rotate(${-angle}deg) ${stretch}` : stretch,
    },
  });
}

/**
 * While text is selected, what is between the columns does not count: the pointer there would otherwise select
 * from the beginning of the page.
 * @param {HTMLElement} layer
 * @param {HTMLElement} end
 */
function holdSelection(layer, end) {
  layer.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType !== 'mouse') return;
    layer.classList.add('selecting');
    const box = layer.getBoundingClientRect();
    end.style.top = `${Math.max(0, ((event.clientY - box.top) / Math.max(1, box.height)) * 100)}%`;
    addEventListener('pointerup', () => layer.classList.remove('selecting'), { once: true });
  });
}

/**
 * Text that was selected as it is read: words that are divided at a line's end are whole.
 * @param {string} text
 */
export function copied(text) {
  return text.replace(/\u00ad[ \t]*\r?\n[ \t]*/g, '').replace(/\u00ad/g, '');
}
