// The view of the tags against the eye: the pages, those with the weightiest faults first, and beside them what tags
// and geometry do not agree on, on the page that is chosen.

import { messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { panes } from '../frame/panes.js';
import { Listing } from '../listing.js';
import { pageName } from '../pages/thumbnails.js';
import { leftFor, saysOf } from './findings.js';

/** @typedef {'page' | 'points' | 'tagged' | 'untagged' | 'order'} ColumnName */

/** @type {{ name: ColumnName, label: string, width: string, number?: boolean, title?: string }[]} */
const COLUMNS = [
  { name: 'page', label: 'Page', width: '64px' },
  { name: 'points', label: 'Points', width: '52px', number: true, title: 'how much it needs a look' },
  { name: 'tagged', label: 'Words', width: '56px', number: true, title: 'words that elements have' },
  { name: 'untagged', label: 'No tags', width: '58px', number: true, title: 'words that no element has' },
  {
    name: 'order',
    label: 'Order',
    width: '52px',
    number: true,
    title: 'how many of 100 pairs of lines tags and geometry read in the same order',
  },
];

/** @param {Workspace} workspace */
export function tagsView(workspace) {
  return new TagsView(workspace);
}

class TagsView {
  #workspace;
  /** @type {ScoredVerdict[]} */
  #rows = [];
  /** @type {number | null} */
  #chosen = null;
  #listing;
  #status = h('p', { class: 'status', role: 'status' });
  #findings = h('div', {});
  #panes;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    const { state } = workspace;
    this.#listing = new Listing({
      name: 'Pages',
      height: 24,
      columns: [
        ...COLUMNS.map((column) => ({
          ...column,
          cell: (/** @type {ScoredVerdict} */ row) => this.#cell(column.name, row),
        })),
        {
          label: 'What tags and geometry do not agree on',
          width: 'minmax(180px, 1fr)',
          cell: (/** @type {ScoredVerdict} */ { findings }) =>
            findings.map((one) => `${one.fault ? '● ' : ''}${saysOf(one)}`).join('; '),
        },
      ],
      fetch: async (from, count) => ({
        total: this.#rows.length,
        rows: this.#rows.slice(from, from + count),
      }),
      empty: 'No page has been read yet.',
      choose: ({ page }) => this.#choose(page),
    });
    const pages = h(
      'div',
      { class: 'review-pages' },
      h('div', { class: 'row' }, this.#status, h('span', { class: 'note', text: '● fault' })),
      this.#listing.element,
    );
    const lists = h(
      'div',
      {
        class: 'review-lists details',
        tabindex: 0,
        role: 'region',
        'aria-label': 'What tags and geometry do not agree on',
      },
      this.#findings,
    );
    this.#panes = panes('Parts of Tags', [
      { label: 'Pages', elements: [pages] },
      { label: 'Findings', elements: [lists] },
    ]);
    this.element = h('div', { class: 'review tags-view', id: 'view-tags' }, this.#panes.element, pages, lists);
    state.watch(['verdictsAt'], () => this.#changed());
    state.watch(['view'], () => {
      if (state.view === 'tags') workspace.verdicts.start();
      else if (!state.layers.has('verdicts')) workspace.verdicts.stop();
    });
  }

  /**
   * @param {ColumnName} name
   * @param {ScoredVerdict} row
   */
  #cell(name, row) {
    if (name === 'page') return pageName(this.#workspace.summary, row.page);
    if (name === 'order') return row.order === null ? '' : Math.round(100 * row.order);
    return row[name] || '';
  }

  #changed() {
    const { summary, verdicts } = this.#workspace;
    this.#rows = verdicts.all.sort((a, b) => b.points - a.points || a.page - b.page);
    /** @param {boolean} isFault */
    const count = (isFault) =>
      this.#rows.filter(({ findings }) => findings.some(({ fault }) => fault === isFault)).length;
    const different = count(false);
    const differences = different > 0 ? `, ${different} with differences` : '';
    const read =
      verdicts.count < summary.page_count
        ? `${verdicts.count} of ${counted(summary.page_count, 'page')} read`
        : counted(summary.page_count, 'page');
    const found = `${count(true)} with faults of the tags${differences}`;
    this.#status.textContent = verdicts.error ? messageOf(verdicts.error) : `${read}, ${found}`;
    this.#listing.renew();
    this.#show();
  }

  /** @param {number} page */
  #choose(page) {
    this.#chosen = page;
    this.#panes.show(1);
    this.#show();
  }

  /** Shows what is found on the chosen page, or on the first of the list. */
  #show() {
    const { summary, verdicts } = this.#workspace;
    const verdict = verdicts.of(this.#chosen) ?? this.#rows[0];
    if (!verdict) {
      this.#findings.replaceChildren();
      return;
    }
    const { page, findings } = verdict;
    const left = leftFor(verdict);
    this.#findings.replaceChildren(
      h(
        'h2',
        { class: 'row part' },
        h('span', { text: `Page ${pageName(summary, page)}` }),
        button('Show', { title: 'The page, with what is found on it', act: () => this.#goTo(page) }),
        button('Compare', {
          title: 'Both roads side by side, with their orders of reading',
          act: () => this.#workspace.show({ view: 'compare', page }),
        }),
      ),
      left ? h('p', { class: 'note', text: `--road auto leaves these tags: ${left}` }) : '',
      findings.length === 0 ? h('p', { class: 'note', text: 'Tags and geometry agree.' }) : '',
      h(
        'ul',
        { class: 'findings' },
        findings.map((finding) => this.#finding(page, finding)),
      ),
    );
  }

  /**
   * @param {number} page
   * @param {VerdictFinding} finding
   */
  #finding(page, finding) {
    const { by, fault, places } = finding;
    return h(
      'li',
      {},
      h(
        'h3',
        { class: fault ? 'bad' : null },
        h('span', { class: `swatch swatch-by-${by}${fault ? '' : ' swatch-difference'}` }),
        h('span', { text: `${fault ? 'Fault: ' : ''}${saysOf(finding)}` }),
      ),
      h(
        'ol',
        { class: 'places' },
        places.map((place) =>
          h(
            'li',
            {},
            button(visible(place.text) || '(no text)', {
              class: 'link',
              act: () => this.#workspace.showVerdict(page, place),
            }),
            place.said ? h('div', { class: 'said', text: `it says: ${visible(place.said)}` }) : null,
          ),
        ),
      ),
    );
  }

  /** @param {number} page */
  #goTo(page) {
    const { state } = this.#workspace;
    this.#workspace.chooseRoad('tags');
    state.set({ layers: new Set(state.layers).add('verdicts') });
    this.#workspace.show({ view: 'pages', page });
  }
}
