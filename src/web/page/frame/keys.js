// The keys that work everywhere.

import { closest, listen } from '../dom.js';
import { showHelp } from './help.js';
import { controlKeys, wheelZooms } from './page_keys.js';
import { viewsOf } from './toolbar.js';

/** @typedef {import('./page_keys.js').Keys} Keys */

// Fields for text.
const TYPED = 'input:not([type=checkbox], [type=radio], [type=color]), select, textarea';

/**
 * A function that empties a field for searches; null for another field, or if it is empty.
 * @param {EventTarget | null} field
 */
function emptied(field) {
  if (!(field instanceof HTMLInputElement) || field.type !== 'search' || field.value === '') return null;
  return () => {
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

/**
 * Listens to keys and to Ctrl with the wheel until the signal ends it.
 * @param {Workspace} workspace
 * @param {AbortSignal} signal
 */
export function keys(workspace, signal) {
  const { state } = workspace;
  /** @type {Keys} */
  const control = { ...controlKeys(workspace), F: () => workspace.searchTree() };
  const [next, previous] = [1, -1].map((step) => () => workspace.goTo(state.page + step));
  /** @type {Keys} */
  const plain = {
    n: next,
    j: next,
    p: previous,
    k: previous,
    d: (event) => workspace.stepDifference(event.shiftKey ? -1 : 1),
    '?': showHelp,
  };
  /** @type {Keys} */
  const anywhere = {
    F6: (event) => workspace.nextPane(event.shiftKey ? -1 : 1),
    F3: (event) => workspace.findNext(event.shiftKey ? -1 : 1),
  };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const isTyping = event.target instanceof Element && event.target.matches(TYPED);
    // In a tree, letters go to a name.
    const isTree = closest(event, '[role=tree]') !== null;
    let act = null;
    if (event.ctrlKey || event.metaKey) act = control[event.key];
    else if (event.altKey) {
      const view = viewsOf(workspace.summary)[Number(event.key) - 1];
      act = view && (() => workspace.show({ view: view.name }));
    } else if (event.key === 'Escape') act = isTyping ? emptied(event.target) : () => workspace.selectNothing();
    else act = anywhere[event.key] ?? (isTyping || isTree ? null : plain[event.key.toLowerCase()]);
    if (!act && event.target === document.body) workspace.scroll.key(event);
    if (!act) return;
    event.preventDefault();
    act(event);
  };
  listen(document, { keydown }, { signal });
  wheelZooms(workspace, signal);
}
