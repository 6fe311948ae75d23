// The view that leads to what needs a look: the pages, those that need it most first; the warnings of all pages; the
// faults of the document.

import { messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { faultList } from '../details/faults.js';
import { panes } from '../frame/panes.js';
import { Listing } from '../listing.js';
import { pageName } from '../pages/thumbnails.js';
import { ReviewedPages } from './pages.js';

// Warnings that are listed of all pages.
const MAX_WARNINGS = 2000;

/** @typedef {'page' | 'score' | 'words' | 'confidence' | 'unknown' | 'doubtful' | 'warning_count'} ColumnName */

/** @type {{ name: ColumnName, label: string, width: string, number?: boolean, least?: boolean, title?: string }[]} */
const COLUMNS = [
  { name: 'page', label: 'Page', width: '88px', least: true },
  { name: 'score', label: 'Points', width: '52px', number: true, title: 'how much it needs a look' },
  { name: 'words', label: 'Words', width: '56px', number: true, least: true },
  {
    name: 'confidence',
    label: 'Conf.',
    width: '48px',
    number: true,
    least: true,
    title: 'mean confidence in percent, in brackets if it is not measured',
  },
  { name: 'unknown', label: 'U+FFFD', width: '58px', number: true, title: 'words with unknown characters' },
  { name: 'doubtful', label: 'Doubtful', width: '62px', number: true, title: 'words with a confidence below 80 %' },
  { name: 'warning_count', label: 'Warnings', width: '66px', number: true },
];

/** @param {Workspace} workspace */
export function reviewView(workspace) {
  return new Review(workspace);
}

class Review {
  #workspace;
  #pages;
  /** @type {ReviewedPage[]} */
  #rows = [];
  /** @type {ColumnName} */
  #order = 'score';
  #listing;
  #status = h('p', { class: 'status', role: 'status' });
  #warnings = h('ul', { class: 'warnings', 'aria-label': 'Warnings of all pages' });
  #faults = h('div', {});

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    const { state, summary } = workspace;
    this.#pages = new ReviewedPages(workspace, () => this.#changed());
    /** @type {HTMLSelectElement} */
    const order = h(
      'select',
      {
        'aria-label': 'Sorted by',
        id: 'review-order',
        on: { change: () => this.#sort(/** @type {ColumnName} */ (order.value)) },
      },
      COLUMNS.map(({ name, label }) => h('option', { value: name, text: label })),
    );
    order.value = this.#order;
    this.#listing = new Listing({
      name: 'Pages',
      height: 24,
      columns: [
        ...COLUMNS.map((column) => ({
          ...column,
          cell: (/** @type {ReviewedPage} */ row) => this.#cell(column.name, row),
        })),
        {
          label: 'Why',
          width: 'minmax(180px, 1fr)',
          cell: (/** @type {ReviewedPage} */ row) =>
            row.reasons.map(({ points, text }) => `${text} (${points})`).join(', '),
        },
      ],
      fetch: async (from, count) => ({
        total: this.#rows.length,
        rows: this.#rows.slice(from, from + count),
      }),
      empty: 'No page has been read yet.',
      choose: (row) => this.#goTo(row),
    });
    const pages = h(
      'div',
      { class: 'review-pages' },
      h('div', { class: 'row' }, this.#status, h('label', { class: 'row' }, 'Sorted by', order)),
      this.#listing.element,
    );
    const lists = h(
      'div',
      { class: 'review-lists details', tabindex: 0, role: 'region', 'aria-label': 'Warnings and faults' },
      h('section', {}, h('h2', { class: 'part', text: 'Warnings' }), this.#warnings),
      summary.validate ? h('section', {}, h('h2', { class: 'part', text: 'Faults' }), this.#faults) : null,
    );
    const choice = panes('Parts of Review', [
      { label: 'Pages', elements: [pages] },
      { label: 'Warnings and faults', elements: [lists] },
    ]);
    this.element = h('div', { class: 'review', id: 'view-review' }, choice.element, pages, lists);
    state.watch(['faultsAt'], () => {
      if (summary.validate) this.#faults.replaceChildren(...faultList(workspace));
      this.#changed();
    });
    state.watch(['view', 'analysis'], () => {
      if (state.view !== 'review') {
        this.#pages.stop();
        return;
      }
      this.#pages.start();
      workspace.faults.load();
    });
  }

  /**
   * @param {ColumnName} name
   * @param {ReviewedPage} row
   */
  #cell(name, row) {
    if (name === 'page') return pageName(this.#workspace.summary, row.page);
    if (name === 'words') return row.words;
    if (name === 'confidence') return row.measured ? row.confidence : row.words > 0 ? `(${row.confidence})` : '';
    return row[name] || '';
  }

  /** @param {ColumnName} order */
  #sort(order) {
    this.#order = order;
    this.#changed();
  }

  #changed() {
    const { summary } = this.#workspace;
    const { count, error } = this.#pages;
    const isLeast = COLUMNS.find(({ name }) => name === this.#order)?.least;
    /** @param {ReviewedPage} row */
    const value = (row) => row[this.#order] ?? Infinity;
    const sign = isLeast ? 1 : -1;
    this.#rows = this.#pages.all.sort((a, b) => sign * (value(a) - value(b)) || a.page - b.page);
    const needing = this.#rows.filter((row) => row.score > 0).length;
    const read =
      count < summary.page_count ? `${count} of ${counted(summary.page_count, 'page')} read` : counted(count, 'page');
    this.#status.textContent = error ? messageOf(error) : `${read}, ${needing} to look at`;
    this.#listing.renew();
    this.#list();
  }

  #list() {
    const { summary } = this.#workspace;
    const ofDocument = (summary.warnings ?? []).map((warning) => ({ ...warning, row: null }));
    const ofPages = [...this.#rows]
      .sort((a, b) => a.page - b.page)
      .flatMap((row) => row.warnings.map((warning) => ({ ...warning, page: row.page, row })));
    const all = [...ofDocument, ...ofPages];
    const items = all.slice(0, MAX_WARNINGS).map(({ message, page, object }) =>
      h(
        'li',
        {},
        page === null || page === undefined
          ? null
          : button(`page ${pageName(summary, page)}`, {
              class: 'link',
              act: () => this.#goTo({ page }, ['warnings']),
            }),
        object
          ? button(`object ${object.replace('-', ' ')}`, {
              class: 'link',
              act: () => this.#workspace.show({ view: 'objects', object }),
            })
          : null,
        h('span', { text: ` ${visible(message)}` }),
      ),
    );
    if (items.length === 0) items.push(h('li', { class: 'note', text: 'None so far.' }));
    if (all.length > MAX_WARNINGS) items.push(h('li', { class: 'note', text: `The first ${MAX_WARNINGS} are shown.` }));
    this.#warnings.replaceChildren(...items);
  }

  /**
   * Leads to what is doubtful on a page, and shows how sure its words are.
   * @param {{ page: number, place?: Box | null }} target
   * @param {string[]} [layers]
   */
  #goTo({ page, place }, layers = ['confidence', 'warnings']) {
    const { state } = this.#workspace;
    state.set({ layers: new Set([...state.layers, ...layers]) });
    this.#workspace.goTo(page);
    if (!place) return;
    this.#workspace.showBox(page, place);
    state.set({ pointed: { page, boxes: [place] } });
  }
}
