// The line between two panes, moved with the pointer or the arrow keys. A double click puts it back.

import { h } from '../dom.js';

const STEP = 24;

/**
 * A splitter that sets the width of a pane as a CSS variable of `parent`. `isRight` is true of a pane on its
 * right; `least` is the least width of the pane, `rest` what must be left to the others.
 * @param {HTMLElement} parent
 * @param {string} variable
 * @param {{ name: string, start: number, least?: number, rest?: number, isRight?: boolean }} options
 */
export function splitter(parent, variable, { name, start, least = 160, rest = 320, isRight = false }) {
  const bar = h('div', {
    class: 'splitter',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': name,
  });
  let width = start;
  /** @param {number} value */
  const set = (value) => {
    const most = Math.max(least, (parent.clientWidth || innerWidth) - rest);
    width = Math.round(Math.max(least, Math.min(value, most)));
    parent.style.setProperty(variable, `${width}px`);
    bar.setAttribute('aria-valuenow', String(width));
  };
  set(start);
  bar.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const [from, x] = [width, event.clientX];
    /** @param {PointerEvent} moved */
    const move = (moved) => set(from + (isRight ? x - moved.clientX : moved.clientX - x));
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  bar.addEventListener('dblclick', () => set(start));
  bar.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    set(width + (isRight ? -step : step));
  });
  return bar;
}
