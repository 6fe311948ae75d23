// How many differences each page has: read from the page that is shown on, a few pages at a time, while one looks.

import { isAbort } from '../api.js';
import { h } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';
import { VirtualRows } from '../rows.js';

// The status of an answer about an analysis that the program has let go.
export const GONE = 410;

export class PageCounts {
  #workspace;
  #counts = new Map();
  #stop = null;
  #rows;

  constructor(workspace) {
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
    });
    this.#rows.refresh(summary.page_count);
    const follow = () => {
      if (list.clientHeight > 0 && this.#rows.active !== state.page) this.#rows.reveal(state.page);
    };
    state.on(['page', 'view'], follow);
    queueMicrotask(follow);
  }

  /** Counts the differences between two analyses, until `stop` or another call ends it. */
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
        for (const page of pages) this.#counts.set(page.index, total(page));
        this.#rows.refresh();
        if (next === null) from = 0;
        else if (next > from) from = next;
        else break;
        // What is before the page that was shown comes last.
        while (this.#counts.has(from) && from < count) from++;
        if (from >= count) break;
      }
    } catch (error) {
      // One that was let go is asked for anew by the view.
      if (!isAbort(error) && error.status !== GONE) this.#workspace.say(error.message);
    }
  }

  stop() {
    this.#stop?.abort();
    this.#stop = null;
  }

  /** The count of a page that is known from elsewhere. */
  set(page, counts) {
    this.#counts.set(page, total({ counts }));
    this.#rows.refresh();
  }

  /** The next page that is known to have differences, or the one before; null if there is none. */
  next(page, by) {
    for (let at = page + by; at >= 0 && at < this.#workspace.summary.page_count; at += by) {
      if (this.#counts.get(at) !== undefined && this.#counts.get(at) !== 0) return at;
    }
    return null;
  }

  #row(page) {
    const count = this.#counts.get(page);
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
      h('span', { class: 'page-name', text: pageName(this.#workspace.summary, page) }),
      h('span', { class: 'count', text: says }),
    );
  }
}

/** All differences of a page; null if it cannot be compared. */
function total({ counts, error }) {
  if (error) return null;
  return Object.values(counts).reduce((sum, { differences }) => sum + differences, 0);
}
