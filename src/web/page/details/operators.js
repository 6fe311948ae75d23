// The content operators of the page: what each draws, with its text decoded, and where.

import { h, visible } from '../dom.js';
import { Listing } from '../listing.js';

const SHOWS_TEXT = ['Tj', 'TJ', "'", '"'];

/**
 * The pane of the operators, which follows the page.
 * @param {Workspace} workspace
 */
export function operatorsPane(workspace) {
  const { state } = workspace;
  const pane = h('div', { class: 'panel', id: 'operators' });
  let shown = -1;
  const show = () => {
    if (state.right !== 'operators' || shown === state.page) return;
    const page = state.page;
    shown = page;
    const listing = new Listing({
      name: `Operators of page ${page + 1}`,
      columns: [
        { label: 'No.', width: '40px', number: true, cell: (row) => row.index },
        { label: 'Operator', width: '62px', cell: operator },
        { label: 'Text or operands', width: 'minmax(90px, 1fr)', cell: operands },
        {
          label: 'Byte',
          width: '48px',
          number: true,
          title: 'in the decoded content',
          cell: (row) => row.offset,
        },
      ],
      fetch: async (from, count) => {
        const { total, operators } = await workspace.api.operators(page, from, count);
        return { total, rows: operators };
      },
      point: (row) => state.set({ pointed: row?.bbox ? { page, boxes: [row.bbox] } : null }),
      choose: (row) => row.bbox && workspace.showBox(page, row.bbox),
      empty: 'The page has no content.',
    });
    pane.replaceChildren(listing.element);
    listing.load();
  };
  state.on(['page', 'right'], show);
  show();
  return pane;
}

/** @param {Operator} row */
function operator(row) {
  const element = h('code', { class: 'operator', text: visible(row.operator) });
  element.style.setProperty('padding-inline-start', `${Math.min(row.depth, 12) * 6}px`);
  return element;
}

/** @param {Operator} row */
function operands(row) {
  if (!row.text) return row.operands;
  const text = SHOWS_TEXT.includes(row.operator) ? `“${visible(row.text)}”` : visible(row.text);
  return h(
    'span',
    { title: row.operands },
    h('span', { class: 'shown-text', text }),
    ` ${visible(row.operands).slice(0, 200)}`,
  );
}
