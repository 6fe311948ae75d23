// The view that compares two analyses: a page twice, side by side, with its differences marked and listed.

import { isAbort, isGone, messageOf } from '../api.js';
import { button, counted, h, listen } from '../dom.js';
import { panes } from '../frame/panes.js';
import { wheelFactor } from '../frame/page_keys.js';
import { limited } from '../frame/zoom.js';
import { orderChoice } from '../layers/order_choice.js';
import { GAP, Offsets } from '../pages/offsets.js';
import { stateOf } from '../state.js';
import { Choices } from './choices.js';
import { PageCounts } from './counts.js';
import { Half, scrollTogether } from './half.js';
import { KINDS } from './kinds.js';
import { DifferenceList } from './list.js';

/**
 * The view, made when it is first seen.
 * @param {Workspace} workspace
 */
export function compareView(workspace) {
  return new CompareView(workspace);
}

export class CompareView {
  #workspace;
  #choices;
  #offsets;
  /** @type {StateOf<CompareState>} */
  #state;
  #halves;
  #list;
  #counts;
  #selects;
  #panes;
  #status = h('span', { class: 'status', role: 'status' });
  /** @type {AbortController | null} */
  #stop = null;
  #scale = 1;
  /** @type {string | null} */
  #compared = null;
  // The direction in which a page was turned to, to the first or the last of its differences.
  #entering = 0;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    this.#choices = new Choices(workspace);
    this.#offsets = new Offsets(workspace.summary.sizes);
    const [a, b] = this.#choices.first;
    this.#state = stateOf({
      a,
      b,
      found: null,
      current: null,
      kinds: new Set(KINDS.map(({ name }) => name)),
      order: true,
      orderOf: 'blocks',
    });
    /** @param {Difference | null} current */
    const choose = (current) => this.choose(current);
    this.#halves = [
      new Half(workspace, 'a', 'Left: the page by the first analysis', choose),
      new Half(workspace, 'b', 'Right: the page by the second analysis', choose),
    ];
    scrollTogether(this.#halves[0].element, this.#halves[1].element);
    const opened = () => this.#panes.show(0);
    this.#list = new DifferenceList(this.#state, opened);
    this.#counts = new PageCounts(workspace, opened);
    this.#selects = [this.#select('a', 'Left'), this.#select('b', 'Right')];
    const pages = h(
      'aside',
      { class: 'compare-pages', 'aria-label': 'Pages with differences' },
      h(
        'div',
        { class: 'compare-pages-head' },
        button('↑', { label: 'Previous page with differences', act: () => this.#turn(-1) }),
        button('↓', { label: 'Next page with differences', act: () => this.#turn(1) }),
      ),
      this.#counts.element,
    );
    const halves = this.#halves.map((half, i) =>
      h('div', { class: 'compare-half' }, this.#selects[i].select, half.element),
    );
    const bar = this.#bar();
    this.#panes = panes('Parts of Compare', [
      { label: 'Side by side', elements: halves },
      { label: 'Differences', elements: [bar, this.#list.element] },
      { label: 'Pages', elements: [pages] },
    ]);
    this.#panes.element.append(...this.#steps());
    this.element = h(
      'div',
      { class: 'compare', id: 'view-compare' },
      [this.#panes.element, bar, pages, ...halves],
      this.#list.element,
    );
    this.#follow();
    workspace.differences = this;
  }

  /**
   * Goes to the next difference, or the one before: on this page, then on the next one that has some.
   * @param {number} by
   */
  step(by) {
    // The page that was turned to is still compared.
    if (!this.#state.found || this.#list.step(by)) return;
    const { state } = this.#workspace;
    const page = this.#counts.next(state.page, by, this.#state.kinds);
    const isRound = page === null || by > 0 !== page > state.page;
    if (isRound && !this.#counts.isComplete) {
      this.#workspace.say('There are no more on the pages compared so far.');
      return;
    }
    if (isRound) this.#workspace.say(`On from the ${by > 0 ? 'first' : 'last'} difference.`);
    if (page === null) {
      this.choose(null);
      this.#list.step(by);
      return;
    }
    this.#entering = by;
    state.set({ page });
  }

  /**
   * Selects a difference of this page; with null, none.
   * @param {Difference | null} current
   */
  choose(current) {
    this.#state.set({ current });
  }

  /** The switches of the differences and of the reading order. */
  #bar() {
    const order = h('input', { type: 'checkbox', checked: true, 'data-layer': 'compare-order' });
    order.addEventListener('change', () => this.#state.set({ order: order.checked }));
    return h(
      'div',
      { class: 'compare-bar' },
      this.#steps(),
      this.#list.chips,
      this.#status,
      h('span', { class: 'space' }),
      h('label', { class: 'switch' }, order, 'Reading order of'),
      orderChoice(this.#state),
      button('⇄', { label: 'Exchange left and right', act: () => this.#exchange() }),
    );
  }

  #steps() {
    return [
      button('↑', { label: 'Previous difference (Shift D)', act: () => this.step(-1) }),
      button('↓', { label: 'Next difference (D)', act: () => this.step(1) }),
    ];
  }

  /**
   * @param {Side} side
   * @param {string} label
   */
  #select(side, label) {
    /** @type {HTMLSelectElement} */
    const select = h('select', {
      'aria-label': `${label}: the analysis`,
      'data-side': side,
      on: { change: () => this.#state.set({ [side]: select.value }) },
    });
    return { side, select };
  }

  /** Puts the analyses that there are now into the lists to choose from. */
  #offer() {
    for (const { side, select } of this.#selects) {
      const { list } = this.#choices;
      select.replaceChildren(...list.map(({ name, label }) => h('option', { value: name, text: label })));
      if (!list.some(({ name }) => name === this.#state[side])) this.#state.set({ [side]: 'given' });
      select.value = this.#state[side];
    }
  }

  #follow() {
    const { state } = this.#workspace;
    this.#offer();
    this.#state.on(['a', 'b'], () => this.#offer());
    this.#state.on(['a', 'b'], () => this.#show());
    state.on(['page'], () => this.#show());
    state.on(['analysis'], () => {
      this.#compared = null;
      this.#offer();
      this.#show();
    });
    state.on(['view'], () => {
      if (this.#isSeen) {
        this.#show();
        return;
      }
      // Another view is shown, so nothing here is needed.
      this.#counts.stop();
      this.#compared = null;
    });
    state.on(['zoom'], () => this.#place());
    const layers = () => {
      const shown = new Set(this.#state.order ? ['picture', 'order'] : ['picture']);
      for (const half of this.#halves) half.layers(shown);
    };
    this.#state.watch(['order'], layers);
    this.#state.on(['orderOf'], () => {
      for (const half of this.#halves) half.number(this.#state.orderOf);
    });
    this.#state.on(['found', 'kinds', 'current'], () => this.#mark());
    this.#state.on(['current'], () => this.#reveal());
    new ResizeObserver(() => this.#place()).observe(this.#halves[0].element);
    for (const half of this.#halves) {
      listen(half.element, { wheel: (event) => this.#turned(event, half) }, { passive: false });
    }
    this.#show();
  }

  get #isSeen() {
    return this.#workspace.state.view === 'compare';
  }

  /** Shows the page by both analyses, and asks for what differs. */
  async #show(isAgain = false) {
    if (!this.#isSeen || this.#workspace.summary.page_count === 0) return;
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { page } = this.#workspace.state;
    const entering = this.#entering;
    this.#entering = 0;
    this.#state.set({ found: null, current: null });
    this.#status.textContent = 'Comparing …';
    try {
      const key = (/** @type {Side} */ side) => this.#choices.key(this.#state[side], { signal });
      const keys = await Promise.all([key('a'), key('b')]);
      if (signal.aborted) return;
      for (const [i, half] of this.#halves.entries()) half.show(page, this.#offsets.size(page), keys[i]);
      this.#place();
      const found = await this.#workspace.api.differences(page, ...keys, { signal });
      if (signal.aborted) return;
      this.#state.set({ found });
      this.#counts.set(page, found.counts);
      if (entering) this.#list.step(entering);
      const all = Object.values(found.counts).reduce((sum, { differences }) => sum + differences, 0);
      const more = found.truncated ? ', of which not all are listed' : '';
      this.#status.textContent = `${all === 0 ? 'No differences' : counted(all, 'difference')} on this page${more}`;
      if (this.#compared !== keys.join()) {
        this.#compared = keys.join();
        this.#counts.start(...keys);
        this.#counts.set(page, found.counts);
      }
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      if (isGone(error) && !isAgain) {
        this.#choices.forget();
        this.#show(true);
        return;
      }
      this.#status.textContent = messageOf(error);
    }
  }

  #place() {
    if (!this.#isSeen || this.#halves[0].width === 0) return;
    const { state } = this.#workspace;
    const { width, height } = this.#offsets.size(state.page);
    const across = (this.#halves[0].width - 2 * GAP) / Math.max(1, width);
    const down = (this.#halves[0].height - 2 * GAP) / Math.max(1, height);
    const fitted = state.zoom === 'page' ? Math.min(across, down) : across;
    this.#scale = typeof state.zoom === 'number' ? (state.zoom * 96) / 72 : Math.max(0.05, fitted);
    state.set({ scale: this.#scale });
    for (const half of this.#halves) half.place(this.#scale);
  }

  #mark() {
    for (const half of this.#halves) half.mark(this.#list.shown, this.#state.current);
  }

  #reveal() {
    const { current } = this.#state;
    if (!current) return;
    // In the list, the keys move on.
    if (!this.#list.element.contains(document.activeElement)) this.#panes.show(0);
    for (const half of this.#halves) half.reveal(current[half.side].boxes, this.#scale);
  }

  /**
   * The wheel with Ctrl zooms about the pointer.
   * @param {WheelEvent} event
   * @param {Half} half
   */
  #turned(event, half) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    const view = half.element;
    const box = view.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const [across, down] = [(view.scrollLeft + x) / this.#scale, (view.scrollTop + y) / this.#scale];
    this.#workspace.state.set({ zoom: limited(((this.#scale * 72) / 96) * wheelFactor(event)) });
    view.scrollLeft = across * this.#scale - x;
    view.scrollTop = down * this.#scale - y;
  }

  /** @param {number} by */
  #turn(by) {
    const page = this.#counts.next(this.#workspace.state.page, by, this.#state.kinds);
    if (page !== null) this.#workspace.state.set({ page });
  }

  #exchange() {
    const { a, b } = this.#state;
    this.#state.set({ a: b, b: a });
  }
}
