// The pages with the most doubtful words first, with their progress.

import { messageOf } from '../api.js';
import { h } from '../dom.js';
import { Listing } from '../listing.js';
import { pageName } from '../pages/thumbnails.js';

// Time after which the list is asked for again, in milliseconds, while its pages are being read.
const WAIT = 500;

/** @type {Record<PageProgress, string>} */
export const PROGRESS = { untouched: 'untouched', 'in-work': 'in work', done: 'done' };

/** The pane with the list. @param {Editor} editor */
export function workPane(editor) {
  const { workspace, state } = editor;
  const { summary } = workspace;
  const status = h('p', { class: 'status', role: 'status' });
  /** @param {WorkRow} row */
  const progress = ({ page, state: read }) => state.book?.states[page] ?? read;
  let again = 0;
  /** @type {Listing<WorkRow>} */
  const listing = new Listing({
    name: 'Pages to correct',
    height: 26,
    columns: [
      { label: 'Page', width: '110px', cell: ({ page }) => pageName(summary, page - 1) },
      { label: 'Doubtful', width: '70px', number: true, cell: ({ doubts }) => doubts },
      { label: 'Words', width: '70px', number: true, cell: ({ words }) => words },
      {
        label: 'Progress',
        width: 'minmax(90px, 1fr)',
        cell: (row) => h('span', { class: `progress ${progress(row)}`, text: PROGRESS[progress(row)] }),
      },
    ],
    fetch: async (from, count) => {
      try {
        const { rows, next, read, pages } = await workspace.api.work(from, count);
        clearTimeout(again);
        if (read < pages) again = setTimeout(() => listing.renew().catch(() => {}), WAIT);
        return { rows, total: next === null ? from + rows.length : summary.page_count };
      } catch (error) {
        status.textContent = messageOf(error);
        throw error;
      }
    },
    empty: 'No page has words.',
    choose: ({ page }) => {
      workspace.state.set({ page: page - 1 });
      state.set({ right: 'text' });
    },
  });
  const count = () => {
    if (state.right !== 'work') return;
    const states = Object.values(state.book?.states ?? {});
    const done = states.filter((each) => each === 'done').length;
    const begun = states.filter((each) => each === 'in-work').length;
    status.textContent = `${done} of ${summary.page_count} done, ${begun} in work`;
  };
  state.watch(['book', 'right'], count);
  state.on(['right', 'units'], () => {
    if (state.right === 'work') listing.renew();
  });
  listing.load();
  return h('div', { class: 'panel' }, h('div', { class: 'correct-bar' }, status), listing.element);
}
