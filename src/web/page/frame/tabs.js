// Tabs: a row of names, of which one is chosen, and its panel. Arrow keys move between them.

import { h } from '../dom.js';

let groups = 0;

/**
 * Tabs over panels, `[{name, label, title, panel}]`. The chosen one is the state `variable`. Panels may be made
 * when they are first seen: `panel` is then a function.
 * @param {StateOf<T>} state
 * @param {keyof T & string} variable
 * @param {Tab[]} list
 * @param {string} label
 */
export function tabs(state, variable, list, label) {
  const group = `tabs-${groups++}`;
  const row = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  const panels = h('div', { class: 'tab-panels' });
  for (const { name, label: text, title } of list) {
    row.append(
      h('button', {
        type: 'button',
        role: 'tab',
        id: `${group}-${name}`,
        'data-tab': name,
        text,
        title,
        on: { click: () => state.set({ [variable]: name }) },
      }),
    );
  }
  row.addEventListener('keydown', (event) => {
    const at = list.findIndex(({ name }) => name === state[variable]);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: list.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { name } = list[(to + list.length) % list.length];
    state.set({ [variable]: name });
    row.querySelector(`[data-tab="${name}"]`).focus();
  });
  const made = new Map();
  state.watch([variable], () => {
    for (const { name, panel } of list) {
      const isChosen = name === state[variable];
      const tab = row.querySelector(`[data-tab="${name}"]`);
      tab.setAttribute('aria-selected', isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen && !made.has(name)) {
        const element = typeof panel === 'function' ? panel() : panel;
        const place = h(
          'div',
          { class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `${group}-${name}` },
          element,
        );
        made.set(name, place);
        panels.append(place);
      }
      if (made.has(name)) made.get(name).hidden = !isChosen;
    }
  });
  return { row, panels };
}
