// The list of keys.

import { button, h } from '../dom.js';
import { openDialog } from './dialog.js';

const KEYS = [
  ['Ctrl F', 'find text'],
  ['Ctrl Shift F', 'search the tree'],
  ['Ctrl + / − / 0', 'larger, smaller, fit the width'],
  ['Ctrl wheel', 'zoom at the pointer'],
  ['n or j, p or k', 'next, previous page'],
  ['Page Up, Page Down, Home, End', 'scroll the pages'],
  ['Ctrl G', 'go to a page by number or label'],
  ['Tab / Shift Tab', 'in a script: indent more, less; Escape and then Tab leaves it'],
  ['F6, Shift F6', 'next, previous pane'],
  ['Alt 1 … 8', 'pages, compare, review, tags of tagged documents, fonts, images, objects, metadata'],
  ['d, Shift D', 'in Compare: next, previous difference, also on other pages'],
  ['Up, Down, Right, Left', 'in the tree: move, open, close'],
  ['* and letters', 'in the tree: open all siblings, go to a name'],
  ['F3, Shift F3', 'next, previous hit'],
  ['Escape', 'select nothing; in a field for searches: empty it; in a dialog: close it'],
  ['?', 'this list'],
];

export function showHelp() {
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keys' },
    h('h2', { text: 'Keys' }),
    h(
      'dl',
      { class: 'keys' },
      KEYS.flatMap(([keys, what]) => [h('dt', {}, h('kbd', { text: keys })), h('dd', { text: what })]),
    ),
    h('form', { method: 'dialog' }, button('Close', { act: () => dialog.close() })),
  );
  openDialog(dialog);
}
