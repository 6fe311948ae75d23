// A group of buttons of which one is checked.

import { h } from '../dom.js';

/**
 * `check(value)` checks the button of a value. `data` is the name of the attribute with the values.
 * @template {string} T
 * @param {string} label
 * @param {string} data
 * @param {{ value: T, text: string, title?: string }[]} choices
 * @param {(value: T) => unknown} choose
 */
export function radioGroup(label, data, choices, choose) {
  const buttons = choices.map(({ value, text, title }) =>
    h('button', { type: 'button', role: 'radio', [data]: value, text, title, on: { click: () => choose(value) } }),
  );
  return {
    element: h('div', { class: 'switch', role: 'radiogroup', 'aria-label': label }, buttons),
    /** @param {string} chosen */
    check(chosen) {
      for (const [at, { value }] of choices.entries())
        buttons[at].setAttribute('aria-checked', String(value === chosen));
    },
  };
}
