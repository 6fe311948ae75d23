// Characters that are not on the keyboard: those that the document uses, and those that were used lately.

import { button, code, h } from '../dom.js';

// Characters that are remembered of a document, and lately used ones.
const MOST = 60;
const LATELY = 16;
const KEY = 'corrections characters';
const BASIC = /[\u0000-\u007f\u00ad\s]/;

export class Palette {
  /** The field that gets the characters. @type {HTMLInputElement | null} */
  field = null;
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** @type {Set<number>} */
  #pages = new Set();
  /** @type {string[]} */
  #lately;
  #lateRow = h('div', { class: 'palette-row', role: 'toolbar', 'aria-label': 'Used lately' });
  #row = h('div', { class: 'palette-row', role: 'toolbar', 'aria-label': 'Characters of the document' });
  #any = h('input', {
    class: 'any-character',
    'aria-label': 'Character, or its number in Unicode',
    title: 'Any character, or its number in Unicode as in U+017F; Enter inserts it',
    placeholder: 'U+',
    autocomplete: 'off',
    spellcheck: 'false',
  });

  /** @param {string} document */
  constructor(document) {
    this.#key = `${KEY} ${document}`;
    this.#lately = read(KEY) ?? [];
    for (const [character, count] of read(this.#key) ?? []) this.#counts.set(character, count);
    this.#any.addEventListener('keydown', (event) => {
      if (event.isComposing || event.key !== 'Enter') return;
      event.preventDefault();
      const character = characterOf(this.#any.value.trim());
      if (!character) return;
      this.#any.value = '';
      this.#insert(character);
    });
    this.element = h(
      'div',
      { class: 'palette', role: 'group', 'aria-label': 'Characters (F9)' },
      this.#lateRow,
      this.#row,
      this.#any,
    );
    // The field keeps the focus.
    this.element.addEventListener('mousedown', (event) => {
      if (event.target !== this.#any) event.preventDefault();
    });
    this.element.addEventListener('keydown', (event) => this.#keydown(event));
    this.#draw();
  }

  #key;

  /** Remembers the characters of a page. @param {number} page @param {string} text */
  learn(page, text) {
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    for (const character of text.normalize('NFC')) {
      if (!BASIC.test(character)) this.#counts.set(character, (this.#counts.get(character) ?? 0) + 1);
    }
    write(this.#key, this.#most());
    this.#draw();
  }

  #most() {
    return [...this.#counts].sort((a, b) => b[1] - a[1]).slice(0, MOST);
  }

  #draw() {
    const characters = this.#most().map(([character]) => character);
    this.#row.replaceChildren(...characters.sort().map((character) => this.#button(character)));
    this.#lateRow.replaceChildren(...this.#lately.map((character) => this.#button(character)));
    this.#lateRow.hidden = this.#lately.length === 0;
    for (const row of [this.#lateRow, this.#row])
      for (const [index, each] of [...row.children].entries())
        if (each instanceof HTMLElement) each.tabIndex = index === 0 ? 0 : -1;
  }

  /** @param {string} character */
  #button(character) {
    // A combining character needs a base.
    const shown = /\p{M}/u.test(character) ? `◌${character}` : character;
    return button(shown, { label: `${character} U+${code(character)}`, act: () => this.#insert(character) });
  }

  /** @param {string} character */
  #insert(character) {
    const { field } = this;
    this.#lately = [character, ...this.#lately.filter((each) => each !== character)].slice(0, LATELY);
    write(KEY, this.#lately);
    if (field?.isConnected && !field.readOnly) {
      field.focus();
      field.setRangeText(character, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const { target, key } = event;
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === 'Escape') this.field?.focus();
    else if (target instanceof HTMLButtonElement && (key === 'ArrowRight' || key === 'ArrowLeft')) {
      const next = key === 'ArrowRight' ? target.nextElementSibling : target.previousElementSibling;
      if (next instanceof HTMLElement) next.focus();
    } else return;
    event.preventDefault();
  }

  focus() {
    (this.element.querySelector('button') ?? this.#any).focus();
  }
}

/** The character that a text is, or whose number it is. @param {string} text */
function characterOf(text) {
  const [, digits] = /^(?:U\+)?([0-9a-f]{2,6})$/i.exec(text) ?? [];
  const number = Number.parseInt(digits ?? '', 16);
  if (number >= 0x20 && number <= 0x10ffff && !(number >= 0xd800 && number < 0xe000))
    return String.fromCodePoint(number);
  return [...text].length <= 4 ? text : null;
}

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, they are forgotten with the page.
  }
}
