// A table of any length: a head, and rows that are made as they are seen.

import { closest, h, visible } from './dom.js';
import { messageOf } from './api.js';
import { Chunks } from './chunks.js';
import { VirtualRows } from './rows.js';

let listings = 0;

/** @template T */
export class Listing {
  #columns;
  #fetch;
  #empty;
  #chunks;
  /** @type {Chunks<T> | null} */
  #coming = null;
  #rows;
  #note;

  /**
   * @param {ListingOptions<T>} options
   */
  constructor({ name, columns, fetch, height = 22, choose = () => {}, point = null, empty = 'Nothing.' }) {
    this.#columns = columns;
    const widths = columns.map((column) => column.width).join(' ');
    this.#note = h('p', { class: 'note', hidden: true });
    // The grid has the focus. Its head is above it, and does not scroll.
    const headId = `listing-${listings++}`;
    this.viewport = h('div', { class: 'listing-rows', role: 'grid', 'aria-label': name, 'aria-owns': headId });
    const head = h(
      'div',
      { class: 'listing-head', role: 'row', id: headId },
      columns.map((column) =>
        h('span', {
          role: 'columnheader',
          text: column.label,
          class: column.number ? 'number' : null,
          title: column.title,
        }),
      ),
    );
    this.element = h('div', { class: 'listing' }, head, this.viewport, this.#note);
    this.element.style.setProperty('--columns', widths);
    this.element.style.setProperty('--least', `${leastWidth(columns)}px`);
    this.#fetch = fetch;
    this.#empty = empty;
    this.#chunks = new Chunks(fetch, () => this.#changed());
    this.#rows = new VirtualRows(this.viewport, {
      height,
      make: (index) => this.#row(index),
      activate: (index) => this.#choose(index, choose),
      moved: (index) => point?.(this.#chunks.at(index) ?? null),
    });
    this.element.style.setProperty('--row', `${height}px`);
    if (point) {
      this.viewport.addEventListener('pointerover', (event) => {
        const row = closest(event, '[data-row]');
        point(row ? (this.#chunks.at(Number(row.dataset.row)) ?? null) : null);
      });
      this.viewport.addEventListener('pointerleave', () => point(null));
    }
  }

  /** Asks for the first rows. */
  load() {
    return this.#chunks.load();
  }

  /** Asks for the rows anew, and shows the old ones until they have come. */
  async renew() {
    const chunks = new Chunks(this.#fetch, () => this.#chunks === chunks && this.#changed());
    this.#coming = chunks;
    await chunks.loadRow(Math.max(0, this.#rows.active));
    if (this.#coming !== chunks) return;
    this.#chunks = chunks;
    this.#changed();
  }

  get total() {
    return this.#chunks.total;
  }

  /**
   * Shows the row at a place of the list.
   * @param {number} index
   */
  reveal(index) {
    this.#rows.reveal(index);
  }

  /**
   * Shows and returns the first of the loaded rows for which the test holds; null if there is none.
   * @param {(row: T) => boolean} test
   */
  find(test) {
    for (let index = 0; index < Math.min(this.total, 100_000); index++) {
      const row = this.#chunks.at(index);
      if (row === undefined) return null;
      if (test(row)) {
        this.#rows.reveal(index);
        return row;
      }
    }
    return null;
  }

  /**
   * @param {number} index
   * @param {(row: T, index: number) => void} choose
   */
  #choose(index, choose) {
    const row = this.#chunks.at(index);
    if (row) choose(row, index);
  }

  #changed() {
    this.#note.hidden = this.#chunks.total > 0 && !this.#chunks.error;
    this.#note.textContent = this.#chunks.error ? messageOf(this.#chunks.error) : this.#empty;
    this.viewport.setAttribute('aria-rowcount', String(this.#chunks.total));
    this.#rows.refresh(this.#chunks.total);
  }

  /** @param {number} index */
  #row(index) {
    const row = this.#chunks.at(index);
    const cells = this.#columns.map((column) => {
      const content = row === undefined ? '…' : (column.cell(row) ?? '');
      const cell = h('span', { role: 'gridcell', class: column.number ? 'number' : null });
      if (content instanceof Node) cell.append(content);
      else {
        cell.textContent = visible(String(content));
        if (cell.textContent.length > 12) cell.title = cell.textContent.slice(0, 1000);
      }
      return cell;
    });
    return h('div', { class: 'listing-row', role: 'row', 'aria-rowindex': index + 1 }, cells);
  }
}

const BETWEEN = 8;

/**
 * The width below which a table scrolls: that of its columns at their least.
 * @param {{ width: string }[]} columns
 */
function leastWidth(columns) {
  /** @param {{ width: string }} column */
  const least = ({ width }) => Number(/(\d+)px/.exec(width)?.[1] ?? 100);
  return columns.reduce((sum, column) => sum + least(column) + BETWEEN, 30);
}
