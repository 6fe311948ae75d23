// The outline (bookmarks) of the document, as a tree whose rows lead to their pages.

import { messageOf } from '../api.js';
import { h, visible } from '../dom.js';
import { TreeView } from '../tree/view.js';
import { pageNameElement } from './thumbnails.js';

/**
 * The outline, which is loaded when it is first seen.
 * @param {PagesHost} workspace
 */
export function outline(workspace) {
  const { state, summary, api } = workspace;
  const panel = h('div', { class: 'panel' });
  /** @type {OutlineItem[] | null} */
  let items = null;
  /** @param {string | null} key */
  const at = (key) => {
    let list = items ?? [];
    for (const index of key === null ? [] : key.split('.')) list = list[Number(index)]?.items ?? [];
    return list;
  };
  /** @type {TreeView<{ key: string, name: string, kids: number, page: number | null, y: number | null }>} */
  const tree = new TreeView({
    name: 'Outline',
    fetch: async (key, from, count) => {
      const list = at(key);
      const rows = list.slice(from, from + count).map((item, i) => ({
        key: key === null ? String(from + i) : `${key}.${from + i}`,
        name: item.title,
        kids: item.items.length,
        page: item.page,
        y: item.y,
      }));
      return { total: list.length, rows };
    },
    content: (row) => [
      h('span', { class: 'outline-title', text: visible(row.name), title: row.name }),
      row.page === null ? null : pageNameElement(summary, row.page),
    ],
    choose: (row, isDone) => {
      if (isDone && row.page !== null) workspace.goTo(row.page, row.y);
    },
  });
  const load = async () => {
    if (state.left !== 'outline' || items) return;
    items = [];
    try {
      ({ items } = await api.outline());
      if (items.length === 0) panel.replaceChildren(h('p', { class: 'note', text: 'The document has no outline.' }));
      else {
        panel.replaceChildren(tree.element);
        await tree.start();
      }
    } catch (error) {
      items = null;
      panel.replaceChildren(h('p', { class: 'note error', text: messageOf(error) }));
    }
  };
  state.on(['left'], load);
  load();
  return panel;
}
