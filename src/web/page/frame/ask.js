// Asks the user to choose between a few things.

import { button, h } from '../dom.js';
import { openDialog } from './dialog.js';

/**
 * Promises the value of the answer that was chosen, `[{value, text}]`; null if none was.
 * @param {string} title
 * @param {string} text
 * @param {Choice[]} answers
 * @returns {Promise<string | null>}
 */
export function ask(title, text, answers) {
  return new Promise((resolve) => {
    /** @param {string} value */
    const choose = (value) => {
      resolve(value);
      dialog.close();
    };
    /** @type {HTMLDialogElement} */
    const dialog = h(
      'dialog',
      { class: 'ask', 'aria-label': title },
      h('h2', { text: title }),
      h('p', { text }),
      h(
        'div',
        { class: 'row end' },
        button('Cancel', { act: () => dialog.close() }),
        answers.map(({ value, text: name }) => button(name, { 'data-answer': value, act: () => choose(value) })),
      ),
    );
    openDialog(dialog, () => resolve(null));
  });
}
