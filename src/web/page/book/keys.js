// The keys of a book, most of which are those of `browse`.

import { closest, listen } from '../dom.js';
import { controlKeys, wheelZooms } from '../frame/page_keys.js';

/** @typedef {import('../frame/page_keys.js').Keys} Keys */

// Elements with own keys.
const OWN_KEYS = 'input, select, [role=tree], [role=listbox], [role=tablist]';

/** @param {Reader} reader */
export function keys(reader) {
  const { state } = reader;
  const control = controlKeys(reader);
  const [next, previous] = [1, -1].map((step) => () => reader.goTo(state.page + step));
  /** @type {Keys} */
  const plain = { n: next, j: next, ArrowRight: next, p: previous, k: previous, ArrowLeft: previous };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    let act = isControl ? control[event.key] : closest(event, OWN_KEYS) ? null : plain[event.key];
    if (event.key === 'F3') act = () => reader.findNext(event.shiftKey ? -1 : 1);
    if (!act && event.target === document.body) reader.scroll.key(event);
    if (!act) return;
    event.preventDefault();
    act(event);
  };
  listen(document, { keydown });
  wheelZooms(reader);
}
