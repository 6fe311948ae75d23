// The pages as small pictures with their numbers and labels.

import { isAbort, messageOf } from '../api.js';
import { dropOldest } from '../cache.js';
import { h } from '../dom.js';
import { pageNumber } from '../frame/offers.js';
import { VirtualRows } from '../rows.js';

const HEIGHT = 168;
// Thumbnails that are kept.
const KEPT = 200;

/**
 * The name of a page: its label, and its number if they differ.
 * @param {PagesSummary} summary
 * @param {number} page
 */
export function pageName(summary, page) {
  const label = summary.labels?.[page];
  const number = String(pageNumber(summary, page));
  return label && label !== number ? `${label} (${number})` : number;
}

/**
 * The same as an element. Where there is little room, the label is cut, and never the number.
 * @param {PagesSummary} summary
 * @param {number} page
 */
export function pageNameElement(summary, page) {
  const name = pageName(summary, page);
  const number = String(pageNumber(summary, page));
  const label = name === number ? null : h('span', { class: 'page-label', text: summary.labels?.[page] });
  return h('span', { class: 'page-name', title: name }, label, h('span', { text: label ? ` (${number})` : number }));
}

/**
 * The list of thumbnails.
 * @param {PagesHost} workspace
 */
export function thumbnails(workspace) {
  const { state, summary, api } = workspace;
  /** @type {Map<number, string>} */
  const pictures = new Map();
  /**
   * @param {number} page
   * @param {HTMLElement} parent
   */
  const picture = (page, parent) => {
    const known = pictures.get(page);
    if (known) {
      parent.append(h('img', { alt: '', src: known }));
      return;
    }
    const stop = new AbortController();
    setTimeout(async () => {
      if (!parent.isConnected) return;
      try {
        const thumbnail = await api.thumbnail(page, { signal: stop.signal });
        // From a folder it is an address, since a page that is opened from disk cannot read it.
        const address = typeof thumbnail === 'string' ? thumbnail : URL.createObjectURL(thumbnail);
        pictures.set(page, address);
        dropOldest(pictures, KEPT, (old) => URL.revokeObjectURL(old));
        parent.replaceChildren(h('img', { alt: '', src: address }));
      } catch (error) {
        if (!isAbort(error)) parent.replaceChildren(h('span', { text: 'no picture', title: messageOf(error) }));
      }
    }, 80);
  };
  const list = h('div', { class: 'thumbnails', role: 'listbox', 'aria-label': 'Pages' });
  const rows = new VirtualRows(list, {
    height: HEIGHT,
    make: (page) => {
      const frame = h('span', { class: 'thumbnail' });
      if (summary.pictures) picture(page, frame);
      return h(
        'div',
        {
          class: 'thumbnail-row',
          role: 'option',
          'aria-selected': page === state.page,
          'aria-setsize': summary.page_count,
          'aria-posinset': page + 1,
        },
        frame,
        pageNameElement(summary, page),
      );
    },
    moved: (page) => state.set({ page }),
    activate: (page) => workspace.show({ view: 'pages', page }),
  });
  rows.refresh(summary.page_count);
  const follow = () => {
    if (list.clientHeight > 0 && rows.active !== state.page) rows.reveal(state.page);
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[data-row]')))
      row.setAttribute('aria-selected', String(Number(row.dataset.row) === state.page));
  };
  state.on(['page', 'left'], follow);
  // Once the list is on the page.
  queueMicrotask(follow);
  return list;
}
