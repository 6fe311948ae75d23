// The keys of a book, which are those of `browse`.

import { listen } from '../dom.js';
import { stepped } from '../frame/zoom.js';

/** @param {Reader} reader */
export function keys(reader) {
  const { state } = reader;
  const control = {
    f: () => reader.find(),
    g: () => reader.focusPageNumber(),
    '+': () => state.set({ zoom: stepped(state, 1) }),
    '=': () => state.set({ zoom: stepped(state, 1) }),
    '-': () => state.set({ zoom: stepped(state, -1) }),
    0: () => state.set({ zoom: 'width' }),
  };
  /** @param {number} step */
  const by = (step) => () => reader.goTo(state.page + step);
  const plain = { n: by(1), j: by(1), ArrowRight: by(1), p: by(-1), k: by(-1), ArrowLeft: by(-1) };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    const isTaken = event.target.closest?.('input, select, [role=tree], [role=listbox], [role=tablist]');
    let act = isControl ? control[event.key] : isTaken ? null : plain[event.key];
    if (event.key === 'F3') act = () => reader.findNext(event.shiftKey ? -1 : 1);
    if (!act && event.target === document.body) reader.scroll.key(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  /** @param {WheelEvent} event */
  const turned = (event) => {
    if (!event.ctrlKey || !event.target.closest?.('.pages')) return;
    event.preventDefault();
    reader.zoomBy(1.0015 ** -event.deltaY, event.clientX, event.clientY);
  };
  listen(document, { keydown: pressed });
  listen(document, { wheel: turned }, { passive: false });
}
