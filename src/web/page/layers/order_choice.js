// The choice of what the reading order numbers.

import { h } from '../dom.js';
import { NUMBERED } from './order.js';

/**
 * The choice, which is `orderOf` of the state; `changed` is called with another one.
 * @param {StateOf<Pick<LayerState, 'orderOf'>>} state
 * @param {(orderOf: OrderOf) => void} [changed]
 */
export function orderChoice(state, changed = (orderOf) => state.set({ orderOf })) {
  const select = h(
    'select',
    { 'data-choice': 'order', 'aria-label': 'Numbers of the reading order' },
    NUMBERED.map((value) => h('option', { value, text: value })),
  );
  select.addEventListener('change', () => changed(/** @type {OrderOf} */ (select.value)));
  state.watch(['orderOf'], () => {
    select.value = state.orderOf;
  });
  return select;
}
