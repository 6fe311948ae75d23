// The number of differences of each page. They are counted a few pages at a time, from the current page on.

import { isAbort, isGone, messageOf } from '../api.js';
import { h } from '../dom.js';
import { pageNameElement } from '../pages/thumbnails.js';
import { VirtualRows } from '../rows.js';

export class PageCounts {
  #workspace;
  /** @type {Map<number, Map<string, number> | null>} */
  #counts = new Map();
  /** @type {AbortController | null} */
  #stop = null;
  #rows;

  /**
   * `opened` is called for a page that is clicked or entered.
   * @param {Workspace} workspace
   * @param {() => void} opened
   */
  constructor(workspace, opened) {
    this.#workspace = workspace;
    const { state, summary } = workspace;
    const list = h('div', {
      class: 'page-counts',
      role: 'listbox',
      'aria-label': 'Differences of each page',
    });
    this.element = list;
    this.#rows = new VirtualRows(list, {
      height: 24,
      make: (page) => this.#row(page),
      moved: (page) => state.set({ page }),
      activate: opened,
    });
    this.#rows.refresh(summary.page_count);
    const follow = () => {
      if (list.clientHeight > 0 && this.#rows.active !== state.page) this.#rows.reveal(state.page);
    };
    state.on(['page', 'view'], follow);
    queueMicrotask(follow);
  }

  /**
   * Counts the differences between two analyses, until `stop` or another call ends it.
   * @param {string} a
   * @param {string} b
   */
  async start(a, b) {
    this.stop();
    this.#counts.clear();
    this.#rows.refresh();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { api, state, summary } = this.#workspace;
    const count = summary.page_count;
    try {
      let from = state.page;
      while (!signal.aborted && this.#counts.size < count) {
        const { pages, next } = await api.differenceCounts(a, b, from, { signal });
        for (const page of pages) this.#counts.set(page.index, ofKinds(page));
        this.#rows.refresh();
        if (next === null) from = 0;
        else if (next > from) from = next;
        else break;
        // The pages before the current one come last.
        while (this.#counts.has(from) && from < count) from++;
        if (from >= count) break;
      }
    } catch (error) {
      // One that was let go is asked for anew by the view.
      if (!isAbort(error) && !isGone(error)) this.#workspace.say(messageOf(error));
    }
  }

  stop() {
    this.#stop?.abort();
    this.#stop = null;
  }

  /**
   * The counts of a page that are known from elsewhere.
   * @param {number} page
   * @param {DifferenceCounts} counts
   */
  set(page, counts) {
    this.#counts.set(page, ofKinds({ counts, error: null }));
    this.#rows.refresh();
  }

  /** Whether the counts of all pages are known. */
  get isComplete() {
    return this.#counts.size >= this.#workspace.summary.page_count;
  }

  /**
   * The next page that is known to have differences of some kinds, or the one before; after the last page comes the
   * first. Null if there is no other.
   * @param {number} page
   * @param {number} by
   * @param {Set<string>} kinds
   */
  next(page, by, kinds) {
    const count = this.#workspace.summary.page_count;
    for (let step = 1; step < count; step++) {
      const at = (page + by * step + count * step) % count;
      if (total(this.#counts.get(at), kinds) > 0) return at;
    }
    return null;
  }

  /** @param {number} page */
  #row(page) {
    const counts = this.#counts.get(page);
    const count = counts && total(counts);
    const says = count === undefined ? '…' : count === null ? '!' : count.toLocaleString('en');
    return h(
      'div',
      {
        class: `page-count${count === 0 ? ' none' : ''}`,
        role: 'option',
        'aria-selected': page === this.#workspace.state.page,
        'aria-setsize': this.#workspace.summary.page_count,
        'aria-posinset': page + 1,
      },
      pageNameElement(this.#workspace.summary, page),
      h('span', { class: 'count', text: says }),
    );
  }
}

/**
 * The differences of a page by their kinds; null if it cannot be compared.
 * @param {Pick<PageDifferences, 'counts' | 'error'>} page
 */
function ofKinds({ counts, error }) {
  if (error) return null;
  return new Map(Object.entries(counts).map(([kind, { differences }]) => [kind, differences]));
}

/**
 * The number of differences of some kinds, or of all.
 * @param {Map<string, number> | null | undefined} counts
 * @param {Set<string> | null} [kinds]
 */
function total(counts, kinds = null) {
  let sum = 0;
  for (const [kind, count] of counts ?? []) if (kinds === null || kinds.has(kind)) sum += count;
  return sum;
}
