// Search and replace over the document: each hit is shown on its picture, and is accepted or skipped.

import { isAbort, messageOf } from '../api.js';
import { button, closest, counted, h, listen, restyle } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';
import { scriptClass } from './scripts.js';

// Hits that are asked for at once.
const AT_ONCE = 30;
// The height of a letter x in the pictures, in pixels.
const XHEIGHT = 15;

export class FindPane {
  #editor;
  /** @type {AbortController | null} */
  #stop = null;
  /** @type {number | null} */
  #next = null;
  /** @type {{ hit: CorrectionHit, row: HTMLElement }[]} */
  #hits = [];
  /** @type {string[]} */
  #sources = [];
  #wanted = '';
  #isCase = false;
  #accepted = 0;
  #field = input('Search for', 'correct-find');
  #with = input('Replace with', 'correct-replace');
  #case = h('input', { type: 'checkbox' });
  #status = h('p', { class: 'status', role: 'status' });
  #list = h('div', { class: 'found-list', role: 'list', 'aria-label': 'Hits' });
  #more = button('Search on', { hidden: true, act: () => this.#ask() });

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      this.#search();
    };
    this.element = h(
      'div',
      { class: 'panel' },
      h(
        'form',
        { class: 'find-form', on: { submit } },
        h('label', {}, h('span', { text: 'Search for' }), this.#field),
        h('label', {}, h('span', { text: 'Replace with' }), this.#with),
        h('label', { class: 'row' }, this.#case, 'Upper and lower case are different'),
        h('div', { class: 'row' }, h('button', { class: 'main', text: 'Search' }), this.#status),
      ),
      this.#list,
      this.#more,
    );
    this.#with.addEventListener('input', () => {
      for (const { hit, row } of this.#hits) this.#describe(row, hit);
    });
    /** @param {KeyboardEvent} event */
    const keydown = (event) => this.#key(event);
    listen(this.#list, { keydown });
  }

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  #search() {
    this.close();
    [this.#hits, this.#next, this.#accepted] = [[], 0, 0];
    this.#list.replaceChildren();
    this.#wanted = this.#field.value.normalize('NFC');
    this.#isCase = this.#case.checked;
    if (this.#wanted) this.#ask();
  }

  async #ask() {
    if (this.#next === null) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { api } = this.#editor.workspace;
    this.#status.textContent = 'Searching …';
    try {
      const { hits, next } = await api.findWords(this.#wanted, this.#isCase, this.#next, AT_ONCE, { signal });
      const isFirst = this.#hits.length === 0;
      this.#next = next;
      for (const hit of hits) {
        const row = this.#row(hit);
        this.#hits.push({ hit, row });
        this.#list.append(row);
      }
      this.#more.hidden = next === null;
      this.#count();
      if (isFirst) this.#hits[0]?.row.focus();
    } catch (error) {
      if (!isAbort(error)) this.#status.textContent = messageOf(error);
    }
  }

  #count() {
    const more = this.#next === null ? '' : ' so far';
    const accepted = this.#accepted > 0 ? `, ${this.#accepted} replaced` : '';
    this.#status.textContent = `${this.#hits.length === 0 ? 'No hit' : counted(this.#hits.length, 'hit')}${more}${accepted}`;
  }

  /** The text of a hit after replacing. @param {CorrectionHit} hit */
  #replaced({ text }) {
    // Soft hyphens are not searched.
    const escaped = Array.from(this.#wanted, (letter) => letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&'));
    const wanted = new RegExp(escaped.join('\u00ad?'), this.#isCase ? 'gu' : 'giu');
    return text.normalize('NFC').replace(wanted, () => this.#with.value.normalize('NFC'));
  }

  /** @param {CorrectionHit} hit */
  #row(hit) {
    const { summary } = this.#editor.workspace;
    const picture = h('div', { class: 'found-picture' });
    /** @type {HTMLElement} */
    const row = h(
      'div',
      { class: 'found-row', role: 'listitem', tabindex: 0, 'data-page': hit.page },
      h(
        'div',
        { class: 'found-head' },
        button(`Page ${pageName(summary, hit.page - 1)}`, {
          class: 'link',
          act: () => this.#editor.goTo(hit.page, hit.box),
        }),
        h('span', { class: 'found-text' }),
      ),
      picture,
      h(
        'div',
        { class: 'found-actions' },
        button('Accept', { class: 'accept', title: 'Replace this one (Enter)', act: () => this.#accept([row]) }),
        button('Skip', { title: 'Leave this one (Delete)', act: () => this.#leave([row]) }),
        button('All on this page', {
          title: 'Replace all hits of this page (Shift Enter)',
          act: () => this.#accept(this.#onPage(hit.page)),
        }),
      ),
    );
    this.#describe(row, hit);
    this.#draw(picture, hit);
    return row;
  }

  /** @param {HTMLElement} row @param {CorrectionHit} hit */
  #describe(row, hit) {
    const name = scriptClass(hit.text);
    row
      .querySelector('.found-text')
      ?.replaceChildren(
        h('del', { class: name, dir: 'auto', text: hit.text }),
        ' → ',
        h('ins', { class: name, dir: 'auto', text: this.#replaced(hit) || '(deleted)' }),
      );
  }

  /** @param {HTMLElement} parent @param {CorrectionHit} hit */
  async #draw(parent, { page, box, line }) {
    try {
      const blob = await this.#editor.pictures.get(page - 1, line.box, XHEIGHT);
      const image = h('img', { src: URL.createObjectURL(blob), alt: line.text });
      this.#sources.push(image.src);
      await image.decode();
      const mark = h('span', { class: 'found-mark' });
      const scale = image.naturalWidth / devicePixelRatio / Math.max(1, line.box[2] - line.box[0]);
      restyle(image, { width: `${image.naturalWidth / devicePixelRatio}px` });
      const left = (box[0] - line.box[0]) * scale;
      restyle(mark, { left: `${left}px`, width: `${(box[2] - box[0]) * scale}px` });
      parent.replaceChildren(h('div', { class: 'found-line' }, image, mark));
      parent.scrollLeft = left - parent.clientWidth / 3;
    } catch {
      parent.replaceChildren(h('span', { dir: 'auto', text: line.text }));
    }
  }

  /** @param {number} page */
  #onPage(page) {
    return this.#hits.filter(({ hit }) => hit.page === page).map(({ row }) => row);
  }

  /** Replaces the hits of rows, as one step of undo. @param {HTMLElement[]} rows */
  async #accept(rows) {
    const taken = this.#hits.filter(({ row }) => rows.includes(row));
    if (taken.length === 0 || !this.#editor.isWritable) return;
    const operations = taken.map(({ hit }) => this.#operation(hit));
    this.#accepted += taken.length;
    this.#leave(rows);
    await this.#editor.writeTo(operations);
    if (taken.some(({ hit }) => hit.page === this.#editor.state.page?.page)) await this.#editor.load();
  }

  /** @param {CorrectionHit} hit @returns {PageCorrection} */
  #operation(hit) {
    const text = this.#replaced(hit).trim();
    const on = { box: hit.box, text: hit.text };
    /** @type {Level} */
    const level = /\s/.test(hit.text.trim()) ? 'line' : 'word';
    if (text === '') return { page: hit.page, op: 'delete', level: 'word', on };
    if (level === 'word') return { page: hit.page, op: 'text', level, on, text };
    const { page, line } = hit;
    const whole = line.text.replace(hit.text, () => text);
    // Other hits in the line have this text from now on.
    for (const { hit: other } of this.#hits)
      if (other.page === page && other.line.box.join() === line.box.join()) other.line = { box: line.box, text: whole };
    return { page, op: 'text', level, on: line, text: whole };
  }

  /** Removes rows, and goes to the next one. @param {HTMLElement[]} rows */
  #leave(rows) {
    const last = this.#hits.findLastIndex(({ row }) => rows.includes(row));
    const next = this.#hits.slice(last + 1).find(({ row }) => !rows.includes(row));
    this.#hits = this.#hits.filter(({ row }) => !rows.includes(row));
    this.#count();
    for (const row of rows) row.remove();
    if (next) next.row.focus();
    else if (!this.#more.hidden) this.#more.focus();
    else this.#field.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const row = closest(event, '.found-row');
    if (!row || event.target !== row || event.ctrlKey || event.altKey) return;
    const at = this.#hits.findIndex((each) => each.row === row);
    const { hit } = this.#hits[at];
    if (event.key === 'Enter') this.#accept(event.shiftKey ? this.#onPage(hit.page) : [row]);
    else if (event.key === 'Delete') this.#leave([row]);
    else if (event.key === 'ArrowDown') this.#hits[at + 1]?.row.focus();
    else if (event.key === 'ArrowUp') this.#hits[at - 1]?.row.focus();
    else return;
    event.preventDefault();
  }

  close() {
    this.#stop?.abort();
    for (const source of this.#sources) URL.revokeObjectURL(source);
    this.#sources = [];
  }
}

/** @param {string} label @param {string} id */
function input(label, id) {
  return h('input', { 'aria-label': label, id, autocomplete: 'off', spellcheck: 'false', dir: 'auto' });
}
