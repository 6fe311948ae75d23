// The pages of a document, one below the other, of which those that are seen exist.

import { h } from '../dom.js';
import { limited } from '../frame/zoom.js';
import { Scroller } from '../scroller.js';
import { GAP, Offsets } from './offsets.js';

/**
 * A point of a page that stays in its place: `inside` and `across` in points, `dy` and `dx` in pixels.
 * @typedef {{ page: number, inside: number, dy: number, across?: number, dx?: number }} Anchor
 */

export class PageScroll {
  #workspace;
  #state;
  #viewport;
  #scroller;
  #offsets;
  /** @type {Map<number, PageOnScreen>} */
  #shown = new Map();
  #isMoving = 0;

  /** @param {PagesHost} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    this.#state = workspace.state;
    this.#offsets = new Offsets(workspace.summary.sizes);
    this.#viewport = h('div', {
      class: 'pages',
      id: 'pages',
      tabindex: 0,
      role: 'region',
      'aria-label': 'Pages',
    });
    this.element = this.#viewport;
    this.#scroller = new Scroller(this.#viewport, () => this.#scrolled());
    new ResizeObserver(() => this.#resized()).observe(this.#viewport);
    this.#viewport.addEventListener('keydown', (event) => this.key(event));
    this.#state.on(['zoom'], () => this.#zoomed());
    this.#state.on(['page'], () => this.#goTo(this.#state.page));
  }

  /** The views of the pages that exist now. */
  get views() {
    return this.#shown.values();
  }

  /**
   * Shows a box of a page, and moves only if it is not seen.
   * @param {number} page
   * @param {Box | null} [box]
   */
  revealBox(page, box) {
    const top = this.#offsets.top(page);
    if (!box) {
      this.#state.set({ page });
      return;
    }
    this.#later = null;
    const scale = this.#offsets.scale(page);
    const [x0, y0, x1, y1] = box.map((value) => value * scale);
    const [from, to] = [this.#scroller.offset, this.#scroller.offset + this.#scroller.height];
    if (top + y0 < from || top + y1 > to) {
      const isTall = y1 - y0 > this.#scroller.height - 80;
      this.#scroller.scrollTo(top + y0 - (isTall ? 40 : (this.#scroller.height - (y1 - y0)) / 2));
    }
    const left = this.#left(page);
    const view = this.#viewport;
    if (left + x0 < view.scrollLeft || left + x1 > view.scrollLeft + view.clientWidth) {
      view.scrollLeft = left + (x0 + x1) / 2 - view.clientWidth / 2;
    }
  }

  /**
   * Scrolls to a height on a page, in points.
   * @param {number} page
   * @param {number} y
   */
  goTo(page, y) {
    this.#later = null;
    this.#scroller.scrollTo(this.#offsets.top(page) - GAP / 2 + Math.max(0, y ?? 0) * this.#offsets.scale(page));
  }

  /**
   * Zooms by a factor, and keeps the point of a page that is at `x`, `y` in the window where it is.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoomBy(factor, x, y) {
    const box = this.#viewport.getBoundingClientRect();
    const [dx, dy] = [x - box.left, y - box.top];
    const at = this.#scroller.offset + dy;
    const page = this.#offsets.at(at);
    const scale = this.#offsets.scale(page);
    const inside = (at - this.#offsets.top(page)) / scale;
    const across = (this.#viewport.scrollLeft + dx - this.#left(page)) / scale;
    this.#anchor = { page, inside, dy, across, dx };
    this.#state.set({ zoom: limited(((scale * 72) / 96) * factor) });
    this.#anchor = null;
  }

  /** @type {Anchor | null} */
  #anchor = null;
  /**
   * The page that was turned to while another view was shown.
   * @type {number | null}
   */
  #later = null;

  /**
   * The left edge of a page: in the middle of the pane, or at its edge if the page is wider.
   * @param {number} page
   */
  #left(page) {
    return Math.max(GAP, (this.#viewport.clientWidth - this.#widthOf(page)) / 2);
  }

  /** @param {number} page */
  #widthOf(page) {
    return this.#offsets.size(page).width * this.#offsets.scale(page);
  }

  get #widest() {
    return Math.max(0, ...[...this.#shown.keys()].map((page) => this.#widthOf(page)));
  }

  /**
   * Pixels for a point of pages of a size: each page fits the pane, or all have the zoom that is chosen.
   * @param {Size} size
   */
  #scaleOf({ width, height }) {
    const { zoom } = this.#state;
    if (typeof zoom === 'number') return (zoom * 96) / 72;
    const across = (this.#viewport.clientWidth - 2 * GAP) / Math.max(1, width);
    const down = (this.#viewport.clientHeight - 2 * GAP) / Math.max(1, height);
    return Math.max(0.05, Math.min(zoom === 'page' ? Math.min(across, down) : across, 40));
  }

  #resized() {
    if (this.#viewport.clientWidth === 0) return;
    this.#zoomed();
  }

  #zoomed() {
    if (this.#viewport.clientWidth === 0) return;
    const anchor = this.#anchor ?? this.#middle();
    this.#offsets.layOut((size) => this.#scaleOf(size));
    this.#tellScale();
    this.#scroller.length = this.#offsets.length;
    const scale = this.#offsets.scale(anchor.page);
    this.#isMoving++;
    for (const [page, view] of this.#shown) this.#place(page, view);
    this.#scroller.scrollTo(this.#offsets.top(anchor.page) + anchor.inside * scale - anchor.dy);
    if (anchor.across !== undefined && anchor.dx !== undefined)
      this.#viewport.scrollLeft = this.#left(anchor.page) + anchor.across * scale - anchor.dx;
    this.#isMoving--;
    this.#draw();
  }

  /**
   * The place that stays when the zoom changes: at the upper edge, or of the page that is wanted.
   * @returns {Anchor}
   */
  #middle() {
    const later = this.#later;
    this.#later = null;
    if (later !== null) return { page: later, inside: 0, dy: GAP / 2 };
    if (this.#shown.size === 0) return { page: this.#state.page, inside: 0, dy: GAP / 2 };
    const at = this.#scroller.offset;
    const page = this.#offsets.at(at + GAP);
    return {
      page,
      inside: Math.max(0, at - this.#offsets.top(page)) / this.#offsets.scale(page),
      dy: at < this.#offsets.top(page) ? GAP / 2 : 0,
    };
  }

  #scrolled() {
    this.#draw();
    if (this.#isMoving > 0) return;
    const page = this.#offsets.at(this.#scroller.offset + this.#scroller.height / 3);
    this.#isMoving++;
    this.#state.set({ page });
    this.#tellScale();
    this.#isMoving--;
  }

  /** The zoom that the bar shows is that of the page that one looks at. */
  #tellScale() {
    this.#state.set({ scale: this.#offsets.scale(this.#state.page) });
  }

  /** @param {number} page */
  #goTo(page) {
    if (this.#isMoving > 0) return;
    if (this.#viewport.clientWidth === 0) {
      this.#later = page;
      return;
    }
    this.#isMoving++;
    this.#tellScale();
    this.#scroller.scrollTo(this.#offsets.top(page) - GAP / 2);
    // A page that fits is seen whole, also behind a wider one of which a part was seen.
    if (this.#widthOf(page) <= this.#viewport.clientWidth) this.#viewport.scrollLeft = 0;
    this.#isMoving--;
    this.#draw();
  }

  #draw() {
    const [offset, height] = [this.#scroller.offset, this.#scroller.height];
    if (height === 0 || this.#offsets.count === 0) return;
    const first = this.#offsets.at(offset - height / 2);
    const last = this.#offsets.at(offset + 1.5 * height);
    for (const [page, view] of this.#shown) {
      if ((page < first || page > last) && !view.isHeld) {
        view.close();
        this.#shown.delete(page);
      }
    }
    for (let page = first; page <= last; page++) {
      if (this.#shown.has(page)) continue;
      const view = this.#workspace.makePage(page, this.#offsets.size(page));
      this.#shown.set(page, view);
      const next = [...this.#shown.keys()].filter((other) => other > page).sort((a, b) => a - b)[0];
      this.#scroller.space.insertBefore(
        view.element,
        next === undefined ? null : (this.#shown.get(next)?.element ?? null),
      );
    }
    this.#scroller.space.style.minWidth = `${this.#widest + 2 * GAP}px`;
    for (const [page, view] of this.#shown) this.#place(page, view);
  }

  /**
   * @param {number} page
   * @param {PageOnScreen} view
   */
  #place(page, view) {
    view.place(
      Math.round(this.#scroller.place(this.#offsets.top(page))),
      Math.round(this.#left(page)),
      this.#offsets.scale(page),
    );
  }

  /**
   * Moves as a key says, and then keeps others from doing so.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = this.#scroller.height - 40;
    /** @type {Record<string, number>} */
    const moves = {
      PageDown: step,
      PageUp: -step,
      ' ': event.shiftKey ? -step : step,
      ArrowDown: 60,
      ArrowUp: -60,
    };
    if (event.key in moves) this.#scroller.scrollTo(this.#scroller.offset + moves[event.key]);
    else if (event.key === 'Home') this.#scroller.scrollTo(0);
    else if (event.key === 'End') this.#scroller.scrollTo(this.#offsets.length);
    else return;
    event.preventDefault();
  }
}
