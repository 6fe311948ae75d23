// Notices above the page: that it cannot be corrected, that another tab is open, that corrections no longer fit.

import { h, visible } from '../dom.js';

/** The list of notices. @param {Editor} editor */
export function notices(editor) {
  const { state } = editor;
  const list = h('ul', { class: 'correct-notices', 'aria-label': 'Notices' });
  state.watch(['book', 'page'], () => {
    const { book, page } = state;
    /** @type {HTMLElement[]} */
    const items = [];
    /** @param {string} name @param {string} text @param {string[]} [details] */
    const add = (name, text, details = []) =>
      items.push(
        h(
          'li',
          { 'data-notice': name },
          text,
          details.length === 0
            ? null
            : h(
                'details',
                {},
                h('summary', { text: 'Which' }),
                ...details.map((each) => h('p', { text: visible(each) })),
              ),
        ),
      );
    if (book && !book.writable) add('read-only', `Editing is off: ${book.why ?? 'the corrections cannot be saved'}`);
    if (book && book.others > 0)
      add('others', 'This document is open in another tab, too. Both save to the same file; changes appear in both.');
    if (book?.changed)
      add('changed', 'The document is not the file that was corrected. Corrections that still fit apply.');
    if (book && book.conflicts.length > 0)
      add('conflicts', 'Corrections of two people contradict each other: see the tab “Conflicts”.');
    const failed = page?.results.filter(({ state }) => state === 'failed') ?? [];
    if (failed.length > 0)
      add(
        'failed',
        `${failed.length} ${failed.length === 1 ? 'correction does' : 'corrections do'} not fit this page any more.`,
        failed.map(({ reason }) => reason ?? ''),
      );
    list.hidden = items.length === 0;
    list.replaceChildren(...items);
  });
  return h('div', { role: 'alert' }, list);
}
