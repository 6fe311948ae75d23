// Panes of which a narrow window shows one at a time, chosen by buttons above them.

import { button, h } from '../dom.js';

/** Whether the window is narrow. The styles have the same width. */
export const NARROW = matchMedia('(max-width: 1000px)');

/**
 * The buttons, and `show(index)`, which shows one pane in a narrow window. A wide one shows all, without buttons.
 * @param {string} label
 * @param {{ label: string, elements: HTMLElement[] }[]} list
 */
export function panes(label, list) {
  const buttons = list.map((pane, at) => button(pane.label, { act: () => show(at) }));
  /** @param {number} shown */
  const show = (shown) => {
    for (const [at, { elements }] of list.entries()) {
      buttons[at].setAttribute('aria-pressed', String(at === shown));
      for (const element of elements) element.classList.toggle('folded', at !== shown);
    }
  };
  show(0);
  return { element: h('div', { class: 'pane-choice', role: 'group', 'aria-label': label }, buttons), show };
}
