// Finds text in the pages: the hits come page by page, are listed with their surroundings, and marked on the page.

import { isAbort, messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { VirtualRows } from '../rows.js';
import { pageNameElement } from './thumbnails.js';

const AT_ONCE = 200;
const MAX_HITS = 5000;

export class Find {
  #workspace;
  /** @type {Hit[]} */
  #hits = [];
  /** @type {AbortController | null} */
  #stop = null;
  #rows;
  #input;
  #status;
  #more;
  #goOn = () => {};
  #at = -1;

  /** @param {PagesHost} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    this.#input = h('input', {
      type: 'search',
      placeholder: 'Find in the text',
      'aria-label': 'Find in the text',
      spellcheck: 'false',
      id: 'find',
    });
    this.#status = h('span', { class: 'status', role: 'status' });
    this.#more = button('More', { hidden: true, act: () => this.#goOn() });
    const list = h('div', { class: 'hits', role: 'listbox', 'aria-label': 'Hits' });
    this.#rows = new VirtualRows(list, {
      height: 40,
      make: (index) => this.#row(index),
      moved: (index) => this.#goTo(index),
      activate: (index) => this.#goTo(index),
    });
    const form = h(
      'form',
      { class: 'find', role: 'search', on: { submit: (event) => event.preventDefault() } },
      this.#input,
      button('↑', { label: 'Previous hit', act: () => this.step(-1) }),
      button('↓', { label: 'Next hit', act: () => this.step(1) }),
    );
    this.element = h(
      'div',
      { class: 'panel' },
      form,
      h('div', { class: 'row find-status' }, this.#status, this.#more),
      list,
    );
    let timer = 0;
    this.#input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#search(), 250);
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      clearTimeout(timer);
      if (this.#query === this.#input.value && this.#hits.length) this.step(event.shiftKey ? -1 : 1);
      else this.#search();
    });
  }

  #query = '';

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  /**
   * Goes to the next hit, or the one before.
   * @param {number} by
   */
  step(by) {
    if (this.#hits.length === 0) return;
    this.#rows.reveal((this.#at + by + this.#hits.length) % this.#hits.length);
  }

  /** @param {number} index */
  #goTo(index) {
    const hit = this.#hits[index];
    if (!hit) return;
    this.#at = index;
    this.#workspace.state.set({ hit });
    this.#workspace.showHit(hit);
  }

  /** Ends what goes on, and empties the list. */
  #restart() {
    this.#stop?.abort();
    this.#stop = new AbortController();
    this.#query = this.#input.value;
    this.#hits = [];
    this.#at = -1;
    this.#rows.active = -1;
    this.#more.hidden = true;
    this.#show('');
    return this.#stop.signal;
  }

  /**
   * Lists hits that are not those of a text: some at first, and more when they are asked for.
   * @template T
   * @param {string} name
   * @param {(from: T | null, count: number, options: AskOptions) => Promise<{ hits: Hit[], next: T | null }>} ask
   */
  list(name, ask) {
    this.#input.value = '';
    const signal = this.#restart();
    /** @type {T | null} */
    let next = null;
    this.#goOn = async () => {
      const wanted = this.#hits.length + AT_ONCE;
      const says = () => `${name}: ${this.#hits.length.toLocaleString('en')}`;
      this.#more.hidden = true;
      try {
        do {
          this.#show(`${says()} …`);
          const answer = await ask(next, AT_ONCE, { signal });
          if (signal.aborted) return;
          this.#hits.push(...answer.hits);
          next = answer.next;
          if (this.#at < 0 && this.#hits.length) this.#first();
        } while (next !== null && this.#hits.length < wanted);
        this.#show(next === null ? says() : `${says()} so far`);
        this.#more.hidden = next === null || this.#hits.length >= MAX_HITS;
      } catch (error) {
        if (!isAbort(error)) this.#show(messageOf(error));
      }
    };
    this.#goOn();
  }

  async #search() {
    const signal = this.#restart();
    if (this.#query.trim() === '') return;
    const pages = this.#workspace.summary.page_count;
    /** @type {number | null} */
    let next = 0;
    let searched = 0;
    try {
      while (next !== null && this.#hits.length < MAX_HITS) {
        this.#show(`${counted(this.#hits.length, 'hit')}, page ${next + 1} of ${pages} …`);
        const answer = await this.#workspace.api.search(this.#query, next, AT_ONCE, { signal });
        this.#hits.push(...answer.hits);
        // An answer that does not go on would be asked for without end.
        if (answer.next !== null && answer.next <= next) break;
        searched += answer.searched;
        next = answer.next;
        if (this.#at < 0 && this.#hits.length) this.#first();
      }
      const more = next === null ? '' : `, the first of ${counted(searched, 'page')}`;
      this.#show(`${counted(this.#hits.length, 'hit')}${more}`);
    } catch (error) {
      if (!isAbort(error)) this.#show(messageOf(error));
    }
  }

  /** Shows the first hit on this page or a later one. */
  #first() {
    this.#show('');
    const page = this.#workspace.state.page;
    const index = this.#hits.findIndex((hit) => hit.page >= page);
    this.#rows.reveal(Math.max(0, index));
  }

  /** @param {string} status */
  #show(status) {
    this.#status.textContent = status;
    /** @type {Map<number, Hit[]>} */
    const byPage = new Map();
    for (const hit of this.#hits) byPage.set(hit.page, [...(byPage.get(hit.page) ?? []), hit]);
    this.#workspace.state.set({ hits: byPage });
    this.#rows.refresh(this.#hits.length);
  }

  /** @param {number} index */
  #row(index) {
    const hit = this.#hits[index];
    return h(
      'div',
      {
        class: 'hit-row',
        role: 'option',
        'aria-selected': index === this.#at,
        'aria-setsize': this.#hits.length,
        'aria-posinset': index + 1,
      },
      pageNameElement(this.#workspace.summary, hit.page),
      h('span', { class: 'context' }, visible(hit.before), h('mark', { text: visible(hit.match) }), visible(hit.after)),
    );
  }
}
