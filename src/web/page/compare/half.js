// One of the two halves: the page as one analysis has it, with the marks of what the other has otherwise.

import { h, svg } from '../dom.js';
import { box } from '../layers/box.js';
import { GAP } from '../pages/offsets.js';
import { PageView } from '../pages/page.js';
import { stateOf } from '../state.js';

/** @type {LayerState} */
const STARTING = {
  analysis: null,
  layers: new Set(),
  orderOf: 'blocks',
  names: new Map(),
  selection: null,
  hits: new Map(),
  hit: null,
  pointed: null,
};

export class Half {
  /** @type {PageHost} */
  #workspace;
  #viewport;
  #space = h('div', { class: 'scroll-space' });
  /** @type {SVGSVGElement | null} */
  #marks = null;
  #choose;
  /** @type {PageView | null} */
  view = null;

  /**
   * `side` is `a` or `b`; `choose(difference)` is called with one that is clicked.
   * @param {Workspace} workspace
   * @param {Side} side
   * @param {string} label
   * @param {(difference: Difference) => void} choose
   */
  constructor(workspace, side, label, choose) {
    this.side = side;
    this.#choose = choose;
    // A page asks its workspace for all that it needs. Here it has another analysis, and layers of its own.
    this.#workspace = {
      api: workspace.api,
      summary: workspace.summary,
      faults: { onPage: () => [] },
      verdicts: { onPage: () => [] },
      isCalm: () => true,
      say: (text) => workspace.say(text),
      state: stateOf({ ...STARTING }),
    };
    this.#viewport = h('div', { class: 'pages half', tabindex: 0, role: 'region', 'aria-label': label }, this.#space);
    this.element = this.#viewport;
  }

  get width() {
    return this.#viewport.clientWidth;
  }
  get height() {
    return this.#viewport.clientHeight;
  }

  /**
   * Shows a page by an analysis.
   * @param {number} page
   * @param {Size} size
   * @param {string} analysis
   */
  show(page, size, analysis) {
    this.close();
    this.#workspace.state.set({ analysis });
    this.view = new PageView(this.#workspace, page, size);
    this.#marks = svg('svg', {
      class: 'differences',
      viewBox: `0 0 ${size.width} ${size.height}`,
      preserveAspectRatio: 'none',
    });
    this.view.element.append(this.#marks);
    this.#space.replaceChildren(this.view.element);
  }

  close() {
    this.view?.close();
    this.view = null;
  }

  /** @param {Set<string>} layers */
  layers(layers) {
    this.#workspace.state.set({ layers });
    this.view?.redraw();
  }

  /**
   * Numbers blocks, paragraphs or lines in their reading order.
   * @param {OrderOf} orderOf
   */
  number(orderOf) {
    this.#workspace.state.set({ orderOf });
    this.view?.forget('order');
    this.view?.redraw();
  }

  /** @param {number} scale */
  place(scale) {
    if (!this.view) return;
    const { width, height } = this.view.size;
    const left = Math.max(GAP, (this.width - width * scale) / 2);
    this.view.place(GAP, Math.round(left), scale);
    this.#space.style.height = `${height * scale + 2 * GAP}px`;
    this.#space.style.minWidth = `${width * scale + 2 * GAP}px`;
  }

  /**
   * Marks the differences that are shown; `current` is the chosen one.
   * @param {Difference[]} differences
   * @param {Difference | null} current
   */
  mark(differences, current) {
    if (!this.#marks) return;
    /** @param {Box} bbox */
    const area = ([x0, y0, x1, y1]) => (x1 - x0) * (y1 - y0);
    const marks = differences.flatMap((difference) =>
      difference[this.side].boxes.map((bbox) => ({ difference, bbox })),
    );
    // Small ones over large ones, so that each can be clicked; the chosen one over all.
    marks.sort(
      (a, b) => Number(a.difference === current) - Number(b.difference === current) || area(b.bbox) - area(a.bbox),
    );
    this.#marks.replaceChildren(
      ...marks.map(({ difference, bbox }) => {
        const mark = box(bbox);
        const isCurrent = difference === current ? ' current' : '';
        mark.setAttribute('class', `difference-${difference.kind}${isCurrent}`);
        mark.addEventListener('click', () => this.#choose(difference));
        return mark;
      }),
    );
  }

  /**
   * Scrolls to boxes, only if they are not seen.
   * @param {Box[]} boxes
   * @param {number} scale
   */
  reveal(boxes, scale) {
    if (!this.view || boxes.length === 0) return;
    const [x0, y0, x1, y1] = [0, 1, 2, 3].map((i) => {
      const values = boxes.map((each) => each[i] * scale);
      return i < 2 ? Math.min(...values) : Math.max(...values);
    });
    const view = this.#viewport;
    const left = this.view.element.offsetLeft;
    if (y0 + GAP < view.scrollTop || y1 + GAP > view.scrollTop + view.clientHeight) {
      view.scrollTop = y0 + GAP - Math.max(40, (view.clientHeight - (y1 - y0)) / 2);
    }
    if (left + x0 < view.scrollLeft || left + x1 > view.scrollLeft + view.clientWidth) {
      view.scrollLeft = left + x0 - 40;
    }
  }
}

/**
 * Two elements scroll as one.
 * @param {HTMLElement} one
 * @param {HTMLElement} other
 */
export function scrollTogether(one, other) {
  /**
   * @param {HTMLElement} from
   * @param {HTMLElement} to
   */
  const follow = (from, to) =>
    from.addEventListener(
      'scroll',
      () => {
        if (to.scrollTop !== from.scrollTop) to.scrollTop = from.scrollTop;
        if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
      },
      { passive: true },
    );
  follow(one, other);
  follow(other, one);
}
