// The differences of the page as a list, by kind, and the switches of the kinds.

import { button, h, visible } from '../dom.js';
import { VirtualRows } from '../rows.js';
import { describe, KINDS } from './kinds.js';

export class DifferenceList {
  #state;
  #rows;
  /** @type {Difference[]} */
  #shown = [];
  #chips;

  /**
   * `state` has the `found` differences, the `kinds` that are shown, and the `current` difference.
   * `opened` is called for one that is clicked or entered.
   * @param {StateOf<CompareState>} state
   * @param {() => void} opened
   */
  constructor(state, opened) {
    this.#state = state;
    const list = h('div', { class: 'difference-list', role: 'listbox', 'aria-label': 'Differences' });
    this.#rows = new VirtualRows(list, {
      height: 24,
      make: (index) => this.#row(index),
      moved: (index) => state.set({ current: this.#shown[index] ?? null }),
      activate: opened,
    });
    this.#chips = KINDS.map(({ name, label }) =>
      button('', {
        class: 'chip',
        'data-kind': name,
        title: `Show or hide: ${label}`,
        act: () => this.#toggle(name),
      }),
    );
    this.chips = h('div', { class: 'chips', role: 'group', 'aria-label': 'Kinds of differences' }, this.#chips);
    this.element = list;
    state.watch(['found', 'kinds'], () => this.#show());
    state.on(['current'], () => this.#follow());
  }

  /** The place of the current difference, or −1. */
  get #at() {
    return this.#shown.findIndex((difference) => difference === this.#state.current);
  }

  /** The differences of the kinds that are switched on. */
  get shown() {
    return this.#shown;
  }

  /**
   * Goes to the next difference, or the one before; false if the page has none there.
   * @param {number} by
   */
  step(by) {
    const count = this.#shown.length;
    const at = this.#at;
    const to = at >= 0 ? at + by : by > 0 ? 0 : count - 1;
    if (to < 0 || to >= count) return false;
    this.#rows.reveal(to);
    return true;
  }

  /** @param {string} name */
  #toggle(name) {
    const kinds = new Set(this.#state.kinds);
    if (kinds.has(name)) kinds.delete(name);
    else kinds.add(name);
    this.#state.set({ kinds });
  }

  #show() {
    const { found, kinds } = this.#state;
    for (const [i, { name, label }] of KINDS.entries()) {
      const count = found?.counts?.[name]?.differences ?? 0;
      const chip = this.#chips[i];
      chip.replaceChildren(
        h('span', { class: `swatch difference-swatch-${name}` }),
        label,
        h('span', { class: 'count', text: count.toLocaleString('en') }),
      );
      chip.setAttribute('aria-pressed', String(kinds.has(name)));
      chip.classList.toggle('none', count === 0);
    }
    this.#shown = (found?.differences ?? []).filter(({ kind }) => kinds.has(kind));
    if (this.#at < 0) this.#state.set({ current: null });
    this.#rows.active = this.#at;
    this.#rows.refresh(this.#shown.length);
  }

  #follow() {
    const at = this.#at;
    if (at !== this.#rows.active && at >= 0) this.#rows.reveal(at);
    else if (at < 0) this.#rows.active = -1;
  }

  /** @param {number} index */
  #row(index) {
    const difference = this.#shown[index];
    const { label } = KINDS.find(({ name }) => name === difference.kind) ?? { label: difference.kind };
    const says = visible(describe(difference));
    return h(
      'div',
      {
        class: 'difference-row',
        role: 'option',
        title: says,
        'aria-selected': difference === this.#state.current,
        'aria-setsize': this.#shown.length,
        'aria-posinset': index + 1,
      },
      h('span', { class: `swatch difference-swatch-${difference.kind}` }),
      h('span', { class: 'kind', text: label }),
      h('span', { class: 'says', text: says }),
      h('span', { class: 'of-text', text: visible(difference.text) }),
    );
  }
}
