// The keys and the wheel that `browse` and books share.

import { closest, listen } from '../dom.js';
import { stepped } from './zoom.js';

/** @typedef {Record<string, ((event: KeyboardEvent) => unknown) | undefined>} Keys */

/**
 * The keys with Ctrl.
 * @param {PagesHost} host
 * @returns {Keys}
 */
export function controlKeys(host) {
  const { state } = host;
  const larger = () => state.set({ zoom: stepped(state, 1) });
  return {
    f: () => host.find(),
    g: () => host.focusPageNumber(),
    '+': larger,
    '=': larger,
    '-': () => state.set({ zoom: stepped(state, -1) }),
    0: () => state.set({ zoom: 'width' }),
  };
}

/**
 * Zooms at the pointer by the wheel with Ctrl.
 * @param {PagesHost} host
 * @param {AbortSignal} [signal]
 */
export function wheelZooms(host, signal) {
  /** @param {WheelEvent} event */
  const wheel = (event) => {
    if (!event.ctrlKey || !closest(event, '.pages')) return;
    event.preventDefault();
    host.zoomBy(wheelFactor(event), event.clientX, event.clientY);
  };
  listen(document, { wheel }, { signal, passive: false });
}

/**
 * The factor of the zoom by which the wheel was turned.
 * @param {WheelEvent} event
 */
export function wheelFactor(event) {
  return 1.0015 ** -event.deltaY;
}
