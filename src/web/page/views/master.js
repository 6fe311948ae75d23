// A view of two parts: a table of things, and what is to be seen of the chosen one.

import { isAbort, messageOf } from '../api.js';
import { counted, h } from '../dom.js';
import { panes } from '../frame/panes.js';
import { splitter } from '../frame/splitter.js';
import { Listing } from '../listing.js';

// Milliseconds until a table is asked for again that is not whole yet.
const AGAIN = 100;

/** @template {{ key: string | null }} T */
export class MasterDetail {
  #workspace;
  #options;
  /** @type {Listing<T> | null} */
  #listing = null;
  #detail;
  /** @type {string | null} */
  #shown = null;
  #status = h('p', { class: 'status', role: 'status', hidden: true });
  #timer = 0;
  #panes;

  /**
   * @param {Workspace} workspace
   * @param {MasterOptions<T>} options
   */
  constructor(workspace, options) {
    this.#workspace = workspace;
    this.#options = options;
    this.#detail = h('div', {
      class: 'detail',
      tabindex: 0,
      role: 'region',
      'aria-label': `${options.name}: the chosen one`,
    });
    this.place = h('div', { class: 'master' });
    const side = h('div', { class: 'master-side' }, options.above ?? null, this.place, this.#status);
    this.#panes = panes(`Parts of ${options.name}`, [
      { label: 'List', elements: [side] },
      { label: 'Details', elements: [this.#detail] },
    ]);
    this.element = h('div', { class: 'master-detail', id: `view-${options.view}` }, this.#panes.element, side);
    this.element.append(
      splitter(this.element, '--master', {
        name: 'Width of the table',
        least: 220,
        rest: 300,
        start: options.width ?? 480,
      }),
      this.#detail,
    );
    const { state } = workspace;
    state.on(['view', options.chosen], () => this.#show());
    state.watch([options.chosen], () => this.#panes.show(state[options.chosen] ? 1 : 0));
    this.#show();
  }

  /**
   * Says how many pages have been read for the table, and asks again until all are: a long document is not
   * read at once.
   * @param {{ pages_read: number, pages: number }} list
   */
  haveRead({ pages_read: read, pages }) {
    const isAll = read >= pages;
    this.#status.hidden = isAll;
    this.#status.textContent = `${read} of ${counted(pages, 'page')} read …`;
    clearTimeout(this.#timer);
    if (!isAll)
      this.#timer = setTimeout(
        () => this.#workspace.state.view === this.#options.view && this.#listing?.renew(),
        AGAIN,
      );
  }

  /** Makes the table anew, because what it lists changed. */
  reload() {
    this.#listing = null;
    this.#list();
  }

  async #list() {
    const { state } = this.#workspace;
    const { chosen, columns, fetch, name, empty } = this.#options;
    const listing = new Listing({
      name,
      columns,
      fetch,
      empty,
      choose: (row) => {
        this.#workspace.show({ [chosen]: row.key });
        this.#panes.show(1);
      },
    });
    this.#listing = listing;
    this.place.replaceChildren(listing.element);
    await listing.load();
    if (this.#listing !== listing) return;
    this.#rows = listing;
    if (state[chosen]) listing.find((row) => row.key === state[chosen]);
    else if (listing.total > 0) listing.find((row) => (this.#show(row.key), true));
  }

  /** @type {Listing<T> | null} */
  #rows = null;

  /** @param {string | null} [first] */
  async #show(first = null) {
    const { state } = this.#workspace;
    if (state.view !== this.#options.view) return;
    if (!this.#listing) this.#list();
    else if (!this.#status.hidden) this.#listing.renew();
    const key = first ?? state[this.#options.chosen];
    if (!key || key === this.#shown) return;
    this.#shown = key;
    const row = this.#rows?.find((each) => each.key === key) ?? null;
    this.#detail.setAttribute('aria-busy', 'true');
    let parts;
    try {
      parts = await this.#options.detail(key, row);
    } catch (error) {
      if (isAbort(error)) return;
      parts = [h('p', { class: 'note error', text: messageOf(error) })];
    }
    if (this.#shown !== key) return;
    this.#detail.removeAttribute('aria-busy');
    this.#detail.replaceChildren(...parts);
    this.#detail.scrollTop = 0;
  }
}
