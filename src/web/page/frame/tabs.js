// Tabs: a row of names, of which one is chosen, and its panel. Arrow keys move between them.

import { h } from '../dom.js';

let groups = 0;

/**
 * Tabs over panels. The state `variable` is the name of the chosen one.
 * @template {'left' | 'right'} V
 * @param {StateOf<Record<V, string>>} state
 * @param {V} variable
 * @param {Tab[]} list
 * @param {string} label
 */
export function tabs(state, variable, list, label) {
  const group = `tabs-${groups++}`;
  const row = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  const panels = h('div', { class: 'tab-panels' });
  /** @param {string} name */
  const choose = (name) => state.set(/** @type {Partial<Record<V, string>>} */ ({ [variable]: name }));
  /** @param {string} name */
  const tabOf = (name) => /** @type {HTMLElement} */ (row.querySelector(`[data-tab="${name}"]`));
  for (const { name, label: text, title } of list) {
    row.append(
      h('button', {
        type: 'button',
        role: 'tab',
        id: `${group}-${name}`,
        'data-tab': name,
        text,
        title,
        on: { click: () => choose(name) },
      }),
    );
  }
  row.addEventListener('keydown', (event) => {
    const at = list.findIndex(({ name }) => name === state[variable]);
    /** @type {Record<string, number>} */
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: list.length - 1 };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { name } = list[(to + list.length) % list.length];
    choose(name);
    tabOf(name).focus();
  });
  /** @type {Map<string, HTMLElement>} */
  const made = new Map();
  state.watch([variable], () => {
    for (const { name, panel } of list) {
      const isChosen = name === state[variable];
      const tab = tabOf(name);
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      let place = made.get(name);
      if (isChosen && !place) {
        const element = typeof panel === 'function' ? panel() : panel;
        place = h('div', { class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `${group}-${name}` }, element);
        made.set(name, place);
        panels.append(place);
      }
      if (place) place.hidden = !isChosen;
    }
  });
  return { row, panels };
}
