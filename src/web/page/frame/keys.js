// The keys that work everywhere.

import { listen } from '../dom.js';
import { showHelp } from './help.js';
import { viewsOf } from './toolbar.js';
import { stepped } from './zoom.js';

// Where letters are typed.
const TYPED = 'input:not([type=checkbox], [type=radio], [type=color]), select, textarea';

/**
 * Empties a field for searches; null for another one, or if it is empty.
 * @param {HTMLInputElement} field
 */
function emptied(field) {
  if (field.type !== 'search' || field.value === '') return null;
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
  const control = {
    f: () => workspace.find(),
    F: () => workspace.searchTree(),
    g: () => workspace.focusPageNumber(),
    '+': () => state.set({ zoom: stepped(state, 1) }),
    '=': () => state.set({ zoom: stepped(state, 1) }),
    '-': () => state.set({ zoom: stepped(state, -1) }),
    0: () => state.set({ zoom: 'width' }),
  };
  const plain = {
    n: () => workspace.goTo(state.page + 1),
    j: () => workspace.goTo(state.page + 1),
    p: () => workspace.goTo(state.page - 1),
    k: () => workspace.goTo(state.page - 1),
    d: (event) => workspace.stepDifference(event.shiftKey ? -1 : 1),
    '?': showHelp,
  };
  const anywhere = {
    F6: (event) => workspace.nextPane(event.shiftKey ? -1 : 1),
    F3: (event) => workspace.findNext(event.shiftKey ? -1 : 1),
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const isTyping = event.target.matches?.(TYPED);
    // There, letters go to a name.
    const isTree = event.target.closest?.('[role=tree]');
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
  /** @param {WheelEvent} event */
  const turned = (event) => {
    if (!event.ctrlKey || !event.target.closest?.('.pages')) return;
    event.preventDefault();
    workspace.zoomBy(1.0015 ** -event.deltaY, event.clientX, event.clientY);
  };
  listen(document, { keydown: pressed }, { signal });
  listen(document, { wheel: turned }, { signal, passive: false });
}
