// Asks for the password of a document that needs one.

import { messageOf } from '../api.js';
import { button, h } from '../dom.js';
import { openDialog } from './dialog.js';

/**
 * Promises the document's summary once the right password was given, or null if none was.
 * @param {DocumentApi} api
 * @param {string} name
 * @returns {Promise<Summary | null>}
 */
export function askPassword(api, name) {
  return new Promise((resolve) => {
    const input = h('input', {
      type: 'password',
      'aria-label': 'Password',
      autocomplete: 'off',
      id: 'password',
    });
    const wrong = h('p', { class: 'note error', role: 'alert' });
    /** @param {SubmitEvent} event */
    const open = async (event) => {
      event.preventDefault();
      try {
        const summary = await api.unlock(input.value);
        dialog.close();
        resolve(summary);
      } catch (error) {
        wrong.textContent = messageOf(error);
        input.select();
      }
    };
    /** @type {HTMLDialogElement} */
    const dialog = h(
      'dialog',
      { class: 'password', 'aria-label': 'Password' },
      h(
        'form',
        { on: { submit: open } },
        h('h2', { text: 'Password' }),
        h('p', {}, h('strong', { text: name }), ' opens only with its password.'),
        input,
        wrong,
        h(
          'div',
          { class: 'row end' },
          button('Cancel', { act: () => dialog.close() }),
          h('button', { class: 'main', text: 'Open' }),
        ),
      ),
    );
    openDialog(dialog, () => resolve(null));
    input.focus();
  });
}
