// The pages of a document, one below the other, of which those that are seen exist.

import { h } from '../dom.js';
import { Scroller } from '../scroller.js';
import { GAP, Offsets } from './offsets.js';

export class PageScroll {
  #workspace;
  #state;
  #viewport;
  #scroller;
  #offsets;
  #shown = new Map();
  #isMoving = 0;

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
    this.#state.on(['analysis'], () => {
      for (const view of this.#shown.values()) view.reload();
    });
  }

  get scale() {
    return this.#offsets.scale;
  }

  /** The views of the pages that exist now. */
  get views() {
    return this.#shown.values();
  }

  /** Shows a box of a page, and moves only if it is not seen. */
  revealBox(page, box) {
    const top = this.#offsets.top(page);
    if (!box) {
      this.#state.set({ page });
      return;
    }
    this.#later = null;
    const [x0, y0, x1, y1] = box.map((value) => value * this.scale);
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

  /** Scrolls to a height on a page, in points. */
  goTo(page, y) {
    this.#later = null;
    this.#scroller.scrollTo(this.#offsets.top(page) - GAP / 2 + Math.max(0, y ?? 0) * this.scale);
  }

  /** Keeps the point of a page where it is on the screen while the zoom changes. */
  zoomAt(zoom, x, y) {
    const box = this.#viewport.getBoundingClientRect();
    const [dx, dy] = [x - box.left, y - box.top];
    const at = this.#scroller.offset + dy;
    const page = this.#offsets.at(at);
    const inside = (at - this.#offsets.top(page)) / this.scale;
    const across = (this.#viewport.scrollLeft + dx - this.#left(page)) / this.scale;
    this.#anchor = { page, inside, dy, across, dx };
    this.#state.set({ zoom });
    this.#anchor = null;
  }

  #anchor = null;
  // The page that was turned to while another view was seen.
  #later = null;

  #left(page) {
    return Math.max(GAP, (this.#width() - this.#offsets.size(page).width * this.scale) / 2);
  }

  #width() {
    return Math.max(this.#viewport.clientWidth, this.#widest + 2 * GAP);
  }

  get #widest() {
    let widest = 0;
    for (const page of this.#shown.keys())
      widest = Math.max(widest, this.#offsets.size(page).width * this.scale);
    return widest;
  }

  #fitted() {
    const { zoom, page } = this.#state;
    if (typeof zoom === 'number') return (zoom * 96) / 72;
    const { width, height } = this.#offsets.size(page);
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
    this.#offsets.scale = this.#fitted();
    this.#state.set({ scale: this.#offsets.scale });
    this.#scroller.length = this.#offsets.length;
    this.#isMoving++;
    for (const [page, view] of this.#shown) this.#place(page, view);
    this.#scroller.scrollTo(this.#offsets.top(anchor.page) + anchor.inside * this.scale - anchor.dy);
    if (anchor.across !== undefined)
      this.#viewport.scrollLeft = this.#left(anchor.page) + anchor.across * this.scale - anchor.dx;
    this.#isMoving--;
    this.#draw();
  }

  /** The place that stays when the zoom changes: what is at the upper edge, or the page that is wanted. */
  #middle() {
    const later = this.#later;
    this.#later = null;
    if (later !== null) return { page: later, inside: 0, dy: GAP / 2 };
    if (this.#shown.size === 0) return { page: this.#state.page, inside: 0, dy: GAP / 2 };
    const at = this.#scroller.offset;
    const page = this.#offsets.at(at + GAP);
    return {
      page,
      inside: Math.max(0, at - this.#offsets.top(page)) / this.scale,
      dy: at < this.#offsets.top(page) ? GAP / 2 : 0,
    };
  }

  #scrolled() {
    this.#draw();
    if (this.#isMoving > 0) return;
    const page = this.#offsets.at(this.#scroller.offset + this.#scroller.height / 3);
    this.#isMoving++;
    this.#state.set({ page });
    this.#isMoving--;
  }

  #goTo(page) {
    if (this.#isMoving > 0) return;
    if (this.#viewport.clientWidth === 0) {
      this.#later = page;
      return;
    }
    this.#isMoving++;
    if (typeof this.#state.zoom !== 'number') {
      this.#offsets.scale = this.#fitted();
      this.#state.set({ scale: this.#offsets.scale });
      this.#scroller.length = this.#offsets.length;
    }
    this.#scroller.scrollTo(this.#offsets.top(page) - GAP / 2);
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
        next === undefined ? null : this.#shown.get(next).element,
      );
    }
    this.#scroller.space.style.minWidth = `${this.#widest + 2 * GAP}px`;
    for (const [page, view] of this.#shown) this.#place(page, view);
  }

  #place(page, view) {
    view.place(
      Math.round(this.#scroller.place(this.#offsets.top(page))),
      Math.round(this.#left(page)),
      this.scale,
    );
  }

  /** Moves as a key says, and then keeps others from doing so. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = this.#scroller.height - 40;
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
