// Rows of one height, of which only those that are seen exist: 200,000 rows are some forty elements. One row is
// the active one, which the keyboard moves; it always exists, since `aria-activedescendant` names it.

import { closest } from './dom.js';
import { Scroller } from './scroller.js';

const SPARE = 8;
let lists = 0;

export class VirtualRows {
  #viewport;
  #height;
  #make;
  #scroller;
  #count = 0;
  /** @type {Map<number, HTMLElement>} */
  #shown = new Map();
  #active = -1;
  #id = `rows-${lists++}`;

  /**
   * `viewport` scrolls and has the keyboard's focus.
   * @param {HTMLElement} viewport
   * @param {RowsOptions} options
   */
  constructor(viewport, { make, height = 22, keys = () => false, activate = () => {}, moved = () => {} }) {
    this.#viewport = viewport;
    this.#height = height;
    this.#make = make;
    viewport.tabIndex = 0;
    this.#scroller = new Scroller(viewport, () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(viewport);
    this.activate = activate;
    this.moved = moved;
    this.keys = keys;
    viewport.addEventListener('keydown', (event) => this.#key(event));
    viewport.addEventListener('click', (event) => {
      const row = closest(event, '[data-row]');
      if (!row || event.defaultPrevented) return;
      this.active = Number(row.dataset.row);
      this.activate(this.#active);
    });
  }

  get count() {
    return this.#count;
  }

  get active() {
    return this.#active;
  }

  set active(index) {
    const changed = index !== this.#active;
    this.#active = index;
    if (index >= 0 && !this.#shown.has(index)) this.#draw();
    else this.#mark();
    if (changed && index >= 0) this.moved(index);
  }

  /** The rows changed: makes those that are seen anew. */
  refresh(count = this.#count) {
    this.#count = count;
    this.#active = Math.min(this.#active, count - 1);
    this.#scroller.length = count * this.#height;
    for (const row of this.#shown.values()) row.remove();
    this.#shown.clear();
    this.#draw();
  }

  /**
   * Makes a row the active one and scrolls to it, but only if it is not seen already.
   * @param {number} index
   */
  reveal(index) {
    this.active = index;
    const [top, offset, height] = [index * this.#height, this.#scroller.offset, this.#scroller.height];
    if (top < offset || top + this.#height > offset + height) {
      this.#scroller.scrollTo(top - (height - this.#height) / 2);
    }
    this.#mark();
  }

  /** @param {number} index */
  #move(index) {
    if (this.#count === 0) return;
    index = Math.max(0, Math.min(index, this.#count - 1));
    this.active = index;
    const [top, offset, height] = [index * this.#height, this.#scroller.offset, this.#scroller.height];
    if (top < offset) this.#scroller.scrollTo(top);
    else if (top + this.#height > offset + height) this.#scroller.scrollTo(top + this.#height - height);
    this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#viewport) return;
    const page = Math.max(1, Math.floor(this.#scroller.height / this.#height) - 1);
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.#count,
      End: this.#count,
    };
    if (this.keys(event, this.#active)) event.preventDefault();
    else if (event.key in moves) {
      event.preventDefault();
      this.#move(Math.max(0, this.#active + moves[event.key]));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.#active >= 0) this.activate(this.#active);
    }
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.#scroller.offset / this.#height) - SPARE);
    const end = Math.min(
      this.#count,
      Math.ceil((this.#scroller.offset + this.#scroller.height) / this.#height) + SPARE,
    );
    for (const [index, row] of this.#shown) {
      if ((index < first || index >= end) && index !== this.#active) {
        row.remove();
        this.#shown.delete(index);
      }
    }
    const before = [...this.#shown.keys()];
    const added = [];
    for (let index = first; index < end; index++) if (!this.#shown.has(index)) added.push(index);
    if (
      this.#active >= 0 &&
      this.#active < this.#count &&
      !this.#shown.has(this.#active) &&
      !added.includes(this.#active)
    ) {
      added.push(this.#active);
    }
    for (const index of added) {
      const row = this.#make(index);
      row.dataset.row = String(index);
      row.id = `${this.#id}-${index}`;
      this.#shown.set(index, row);
    }
    // In the order of the list, for those who read the page aloud.
    const last = before.length ? Math.max(...before) : -1;
    for (const index of added.sort((a, b) => a - b)) {
      const row = /** @type {HTMLElement} */ (this.#shown.get(index));
      if (index > last) this.#scroller.space.append(row);
      else this.#scroller.space.insertBefore(row, this.#after(index));
    }
    for (const [index, row] of this.#shown) row.style.top = `${this.#scroller.place(index * this.#height)}px`;
    this.#mark();
  }

  /** @param {number} index */
  #after(index) {
    /** @type {HTMLElement | null} */
    let next = null;
    for (const [other, row] of this.#shown) {
      if (other > index && row.parentNode && (next === null || other < Number(next.dataset.row))) next = row;
    }
    return next;
  }

  #mark() {
    for (const [index, row] of this.#shown) row.classList.toggle('active', index === this.#active);
    const row = this.#shown.get(this.#active);
    if (row) this.#viewport.setAttribute('aria-activedescendant', row.id);
    else this.#viewport.removeAttribute('aria-activedescendant');
  }
}
