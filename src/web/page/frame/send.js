// “Send …”: some pages as one file, with all that is seen of them here, to keep or to send to somebody.

import { isAbort, messageOf } from '../api.js';
import { button, bytes, counted, h } from '../dom.js';
import { openDialog } from './dialog.js';
import { download } from './download.js';
import { pageNumber } from './offers.js';

/**
 * Asks which pages, and has the browser download them.
 * @param {Workspace} workspace
 */
export function send(workspace) {
  const { state, summary, api } = workspace;
  const stop = new AbortController();
  const current = String(pageNumber(summary, state.page));
  const pages = h('input', {
    id: 'send-pages',
    'aria-label': 'Pages',
    value: current,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const status = h('p', { class: 'note', role: 'status' });
  const go = h('button', { class: 'main', text: 'Download' });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    go.disabled = true;
    status.classList.remove('error');
    status.textContent = 'Making the file …';
    try {
      const file = await api.explained(state.analysis, pages.value.trim(), { signal: stop.signal });
      download(file, `${summary.name.replace(/\.[^.]*$/, '')}-${pages.value.replaceAll(/[^\d-]+/g, '_')}.html`);
      status.textContent = `The file has ${bytes(file.size)}.`;
    } catch (error) {
      if (isAbort(error)) return;
      status.classList.add('error');
      status.textContent = messageOf(error);
    }
    go.disabled = false;
  };
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog',
    { class: 'send', 'aria-label': 'Send pages' },
    h(
      'form',
      { on: { submit } },
      h('h2', { text: 'Send pages' }),
      h('p', {
        text: 'One file with the pictures, layers, tree and text of these pages, as they are analysed now. It opens in any web browser, without a network and without this program, and holds nothing of the other pages.',
      }),
      h('label', { class: 'row' }, h('span', { text: 'Pages' }), pages),
      h('p', { class: 'hint', text: `One, or as in 1-5,9: up to 50 of the ${counted(summary.page_count, 'page')}.` }),
      status,
      h('div', { class: 'row end' }, button('Close', { act: () => dialog.close() }), go),
    ),
  );
  openDialog(dialog, () => stop.abort());
  pages.select();
}
