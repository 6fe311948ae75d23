// The zoom: smaller, larger, and a list.

import { button, h } from '../dom.js';
import { NAMES, percent, stepped } from './zoom.js';

/**
 * The controls for the zoom of the state.
 * @param {StateOf<ZoomState>} state
 */
export function zoomControls(state) {
  const select = h('select', { 'aria-label': 'Zoom', id: 'zoom' });
  select.addEventListener('change', () =>
    state.set({ zoom: Number(select.value) || /** @type {Zoom} */ (select.value) }),
  );
  state.watch(['zoom', 'scale'], () => {
    const isNumber = typeof state.zoom === 'number';
    const options = [
      ...NAMES.map(([value, label]) => h('option', { value, text: label })),
      ...[0.5, 0.75, 1, 1.5, 2, 3, 4, 8].map((value) => h('option', { value, text: `${value * 100} %` })),
    ];
    const isListed = options.some((option) => option.value === String(state.zoom));
    if (isNumber && !isListed) options.push(h('option', { value: state.zoom, text: percent(state.zoom) }));
    select.replaceChildren(...options);
    select.value = String(state.zoom);
  });
  return h(
    'div',
    { class: 'group' },
    button('−', { label: 'Smaller', act: () => state.set({ zoom: stepped(state, -1) }) }),
    select,
    button('+', { label: 'Larger', act: () => state.set({ zoom: stepped(state, 1) }) }),
  );
}
