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
  ['Alt 1 … 9', 'pages, correct, compare, review, tags of tagged documents, fonts, images, objects, metadata'],
  ['d, Shift D', 'in Compare: next, previous difference, also on other pages'],
  ['Up, Down, Right, Left', 'in the tree: move, open, close'],
  ['* and letters', 'in the tree: open all siblings, go to a name'],
  ['F3, Shift F3', 'next, previous hit'],
  ['Escape', 'select nothing; in a field for searches: empty it; in a dialog: close it'],
  ['?', 'this list'],
];

// The keys of the view “Correct”: first those in fields, then those on the page.
const CORRECT_KEYS = [
  ['Tab, Shift Tab', 'next, previous word'],
  ['Enter', 'accept the line: all of its words are right; to the next line'],
  ['F4', 'next doubtful word, also on the pages after this one'],
  ['F7', 'take the text that is suggested for the word, and go to the next doubtful one of the line'],
  ['F2', 'divide the word at the caret; at its beginning, the line'],
  [
    'Insert and a letter',
    'put the letter in the place of the most similar one of the word; Insert again: of the next one',
  ],
  ['F10 and a letter', 'go to the next word of the line that begins with the letter'],
  ['F8', 'merge the word with the next one; after the last one, the lines'],
  ['F9', 'characters that are not on the keyboard'],
  ['Escape', 'undo what was typed in the line; then, to the page'],
  ['Ctrl Z; Ctrl Shift Z, Ctrl Y', 'undo; redo'],
  ['Ctrl Enter', 'the page is done; to the next page'],
  ['Ctrl H', 'search and replace'],
  ['1 2 3 4', 'on the page: words, lines, paragraphs, blocks'],
  ['Arrow keys, with Shift', 'on the page: select the next or previous unit, or several'],
  ['Enter', 'on the page: edit the text of what is selected'],
  ['s', 'start a new line, paragraph or block at what is selected; cut a block into columns'],
  ['m', 'merge what is selected, or a single unit with the next'],
  ['c, Shift C', 'choose the class; the same class again'],
  ['a', 'accept the text of what is selected'],
  ['b, r, x', 'draw a box; move and resize by keys; cut a block into columns'],
  ['g, o', 'gutters; reading order'],
  ['Alt Up, Alt Down', 'earlier, later in the reading order'],
  ['Delete', 'delete what is selected'],
];

/** @param {string[][]} keys */
function listOf(keys) {
  return h(
    'dl',
    { class: 'keys' },
    keys.flatMap(([keys, what]) => [h('dt', {}, h('kbd', { text: keys })), h('dd', { text: what })]),
  );
}

export function showHelp() {
  const isCorrecting = document.querySelector('#view-correct')?.checkVisibility() ?? false;
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog',
    { class: 'help', 'aria-label': 'Keys' },
    // The focus is at the beginning of the list, which scrolls.
    h('h2', { text: 'Keys', tabindex: -1, autofocus: '' }),
    isCorrecting ? [h('h3', { text: 'Correct' }), listOf(CORRECT_KEYS), h('h3', { text: 'Everywhere' })] : null,
    listOf(KEYS),
    h('form', { method: 'dialog' }, button('Close', { act: () => dialog.close() })),
  );
  openDialog(dialog);
}
