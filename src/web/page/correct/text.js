// The text of the page: its lines with their pictures and fields.

import { isAbort, messageOf } from '../api.js';
import { button, closest, counted, h, listen } from '../dom.js';
import { radioGroup } from '../frame/choice.js';
import { LineRow, shown, signatureOf, typed } from './line.js';
import * as operations from './operations.js';
import { Palette } from './palette.js';
import { replacementsBy } from './similar.js';
import { wordsOf } from './units.js';

// Heights of a letter x that can be chosen, in pixels.
const SIZES = [15, 20, 30, 40];
// Pages that are read at once when the next doubtful word is searched.
const MOST_PAGES = 200;

/** @implements {LineHost} */
export class TextPane {
  #editor;
  /** @type {LineRow[]} */
  #rows = [];
  #list = h('div', { class: 'correct-lines', role: 'region', tabindex: -1, 'aria-label': 'Lines of the page' });
  #doubts = h('p', { class: 'status', role: 'status' });
  palette;
  #observer;
  #resized = new ResizeObserver(() => this.#follow());
  /** Whether the field with the caret stays in sight: until the user scrolls. */
  #isFollowing = false;
  #page = 0;
  /** The word that gets the caret when its page has come: a number, or the first doubtful one. */
  #wanted = /** @type {number | 'doubtful' | null} */ (null);
  /** @type {AbortController | null} */
  #search = null;
  /** The key that waits for a letter. @type {'Insert' | 'F10' | null} */
  #waiting = null;
  /** The texts that Insert can give to the word at the caret, the present one first. @type {string[]} */
  #variants = [];

  /** @param {Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    this.palette = new Palette(editor.workspace.summary.name);
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root: this.#list,
      rootMargin: '400px 0px',
    });
    const { state } = editor;
    const mode = radioGroup(
      'Fields',
      'data-fields',
      [
        { value: 'word', text: 'Words', title: 'A field for each word' },
        { value: 'line', text: 'Lines', title: 'A field for each line' },
      ],
      (value) => state.set({ isByWord: value === 'word' }),
    );
    const size = h(
      'select',
      { 'aria-label': 'Size of the text', id: 'correct-size' },
      SIZES.map((pixels) => h('option', { value: pixels, text: `${pixels} px` })),
    );
    size.addEventListener('change', () => state.set({ xheight: Number(size.value) }));
    state.watch(['xheight'], () => {
      size.value = String(state.xheight);
      this.#list.style.setProperty('--xheight', `${state.xheight}px`);
    });
    this.element = h(
      'div',
      { class: 'panel correct-text-pane' },
      h(
        'div',
        { class: 'correct-bar' },
        mode.element,
        h('label', { class: 'row' }, 'Size', size),
        button('Next doubtful', { title: 'Next doubtful word (F4)', act: () => this.nextDoubtful() }),
        this.#doubts,
      ),
      this.#list,
      this.palette.element,
    );
    this.#listen();
    state.on(['units'], () => this.#renew());
    state.watch(['isByWord'], () => mode.check(state.isByWord ? 'word' : 'line'));
    state.on(['isByWord', 'xheight', 'book'], () => this.#rebuild());
    state.on(['selected'], () => this.#reveal());
    editor.edit = (unit, caret) => this.edit(unit, caret);
    editor.flush = () => this.#flush();
  }

  get isByWord() {
    return this.#editor.state.isByWord;
  }

  get isWritable() {
    return this.#editor.isWritable;
  }

  /** Whether the field with the focus has a text that is not taken over. */
  get isTyping() {
    return this.#focused()?.row.isDirty ?? false;
  }

  /** The picture of a part of the page. @param {Box} box @param {AskOptions} options */
  picture(box, options) {
    const { state } = this.#editor;
    return this.#editor.pictures.get((state.page?.page ?? 1) - 1, box, state.xheight, options);
  }

  #rebuiltFor = '';
  /** Makes all rows anew, because their fields are others. */
  #rebuild() {
    const { isByWord, xheight } = this.#editor.state;
    const now = `${isByWord} ${xheight} ${this.isWritable}`;
    if (now === this.#rebuiltFor) return;
    this.#rebuiltFor = now;
    const { word } = this.#editor.state;
    this.#flush();
    const hasFocus = this.#list.contains(document.activeElement);
    for (const row of this.#rows) row.close();
    this.#rows = [];
    this.#renew();
    if (word && hasFocus) this.edit(word);
  }

  /** The page was read again: keeps the rows of lines that are the same, with what is typed in them. */
  #renew() {
    const { page, units } = this.#editor.state;
    const focused = this.#focused();
    const last = focused && wordsOf(focused.row.unit)[focused.word];
    if (page?.page !== this.#page) {
      for (const row of this.#rows) row.close();
      this.#rows = [];
      this.#page = page?.page ?? 0;
    }
    /** @type {Map<string, LineRow[]>} */
    const known = new Map();
    for (const row of this.#rows) known.set(row.signature, [...(known.get(row.signature) ?? []), row]);
    this.#rows = units.line.map((unit) => {
      // A line in which the user types stays as it is.
      const isTyped = focused?.row.isDirty && focused.row.unit.box.join() === unit.box.join();
      const row = known.get(signatureOf(unit))?.shift() ?? (isTyped ? focused.row : new LineRow(this, unit));
      if (row.isDirty && unit.text !== row.unit.text)
        this.#editor.workspace.say('This line was changed elsewhere. What is typed here replaces it.');
      row.place(unit);
      return row;
    });
    for (const row of [...known.values()].flat()) if (!this.#rows.includes(row)) row.close();
    for (const [index, row] of this.#rows.entries()) {
      if (this.#list.children[index] !== row.element) {
        this.#list.insertBefore(row.element, this.#list.children[index] ?? null);
        this.#observer.observe(row.element);
        this.#resized.observe(row.element);
      }
      row.element.classList.toggle('first', row.unit.index === 0);
    }
    if (page) this.palette.learn(page.page, units.line.map(({ text }) => text).join(' '));
    this.#count();
    if (this.#wanted !== null && page) this.#goToWanted();
    else if (focused && !focused.row.element.isConnected) {
      // Words before it may have been divided or removed.
      const same = units.word.find(({ box }) => box.join() === last?.box.join());
      const line = same?.parent ?? focused.row.unit;
      const row = this.#rows[Math.min(line.number, this.#rows.length - 1)];
      row?.focus(same?.index ?? focused.word);
      row?.select(focused.start, focused.end);
    }
  }

  /** Keeps the field with the caret in sight, with its picture, while pictures above it come. */
  #follow() {
    const focused = this.#isFollowing ? this.#focused() : null;
    focused?.row.element.scrollIntoView({ block: 'nearest' });
    focused?.field.closest('.cell')?.scrollIntoView({ block: 'nearest' });
  }

  #focused() {
    const row = this.#rowOf(document.activeElement);
    const field = row?.fields.find((each) => each === document.activeElement);
    if (!row || !field) return null;
    return { row, field, word: row.wordAt(field), start: field.selectionStart, end: field.selectionEnd };
  }

  /** @param {Element | null} element */
  #rowOf(element) {
    return this.#rows.find((row) => row.element.contains(element));
  }

  #count() {
    const { page, units, problem } = this.#editor.state;
    const doubtful = units.word.filter(({ word }) => word?.doubtful).length;
    const measure = page?.doubt === 'vocabulary' ? 'by vocabulary and letters' : 'by the confidence of words';
    this.#doubts.textContent = page
      ? `${doubtful === 0 ? 'No doubtful word' : counted(doubtful, 'doubtful word')} (${measure})`
      : (problem ?? '');
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      this.#rowOf(target)?.fill();
      this.#observer.unobserve(target);
    }
  }

  /** Shows the first line of what is selected on the page. */
  #reveal() {
    const [unit] = this.#editor.state.selected;
    const number = unit && (wordsOf(unit)[0]?.parent?.number ?? -1);
    for (const row of this.#rows) row.element.classList.toggle('chosen', row.unit.number === number);
    if (number !== undefined && !this.#list.contains(document.activeElement))
      this.#rows[number]?.element.scrollIntoView({ block: 'nearest' });
  }

  #listen() {
    listen(this.#list, {
      keydown: (event) => {
        // While a character is composed, keys belong to the input method.
        if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
        const focused = this.#focused();
        if (focused && this.#key(event, focused)) event.preventDefault();
      },
      wheel: () => {
        this.#isFollowing = false;
      },
      focusin: () => {
        const focused = this.#focused();
        if (!focused) return;
        this.#isFollowing = true;
        this.palette.field = focused.field;
        this.#at(focused);
      },
      focusout: ({ target, relatedTarget }) => {
        const row = this.#rowOf(target instanceof Element ? target : null);
        if (row && !this.palette.element.contains(/** @type {Node | null} */ (relatedTarget))) this.#commit(row);
      },
      input: () => {
        const focused = this.#focused();
        if (focused) this.#editor.draft(this.#correctionOf(focused.row));
      },
      click: (event) => {
        if (closest(event, 'input')) return;
        const row = this.#rowOf(event.target instanceof Element ? event.target : null);
        const cell = closest(event, '.cell');
        row?.focus(cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) : 0);
        if (closest(event, '.suggestion')) this.takeSuggestion();
      },
    });
    this.palette.element.addEventListener('focusout', ({ relatedTarget: next }) => {
      if (next !== this.palette.field && !this.palette.element.contains(/** @type {Node | null} */ (next)))
        this.#flush();
    });
    const selectionchange = () => {
      const focused = this.#focused();
      if (focused && !this.isByWord) this.#at(focused);
    };
    document.addEventListener('selectionchange', selectionchange, { signal: this.#editor.workspace.signal });
  }

  /** Marks the word at the caret on the page. @param {{ row: LineRow, word: number }} focused */
  #at({ row, word }) {
    const unit = wordsOf(row.unit)[word] ?? null;
    const { state } = this.#editor;
    if (state.word !== unit || state.selected.length > 0) state.set({ word: unit, selected: [] });
  }

  /** @param {KeyboardEvent} event @param {{ row: LineRow, field: HTMLInputElement, word: number }} focused */
  #key(event, { row, field, word }) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const isLetter = [...key].length === 1;
    if (this.#waiting && isLetter && ctrlKey === altKey && !metaKey) {
      // AltGr is Ctrl and Alt on some systems.
      if (this.#waiting === 'Insert') this.#replaceLetter(row, word, key);
      else this.#goToLetter(row, word, key);
      this.#waiting = null;
      return true;
    }
    if (ctrlKey || metaKey || altKey) return false;
    if (!['Shift', 'AltGraph', 'Dead'].includes(key)) this.#waiting = null;
    if (key === 'F10') this.#waiting = key;
    else if (key === 'Insert') this.#insert(row, word);
    else if (key === 'Tab') return this.#tab(row, word, shiftKey ? -1 : 1);
    else if (key === 'Enter') this.#accept(row);
    else if (key === 'Escape') {
      if (row.isDirty) this.#restore(row, word);
      else this.#editor.toPage();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = this.#rows[row.unit.number + (key === 'ArrowDown' ? 1 : -1)];
      if (!next) return false;
      next.focus(word, field.selectionStart === 0 ? 0 : undefined);
    } else if (key === 'F2') this.#split(row, field, word);
    else if (key === 'F8') this.#mergeNext(row, word);
    else return false;
    return true;
  }

  /**
   * Waits for a letter that replaces one of the word. After such a letter, puts it into the next place.
   * @param {LineRow} row @param {number} word
   */
  #insert(row, word) {
    const [present, next] = this.#variants;
    if (next === undefined || row.wordText(word) !== present) {
      this.#waiting = 'Insert';
      return;
    }
    this.#variants = [...this.#variants.slice(1), present];
    this.#write(row, word, next);
  }

  /** Replaces the most similar letter of a word. @param {LineRow} row @param {number} word @param {string} letter */
  #replaceLetter(row, word, letter) {
    this.#variants = replacementsBy(letter, row.wordText(word));
    if (this.#variants.length > 0) this.#write(row, word, this.#variants[0]);
  }

  /** Shows another text in the field of a word. @param {LineRow} row @param {number} word @param {string} text */
  #write(row, word, text) {
    row.write(word, text);
    this.#editor.draft(this.#correctionOf(row));
  }

  /** Goes to the next word of the line that begins with a letter. @param {LineRow} row @param {number} word @param {string} letter */
  #goToLetter(row, word, letter) {
    const begins = (/** @type {string} */ text) => text.toLowerCase().startsWith(letter.toLowerCase());
    const words = this.isByWord ? row.fields.map(({ value }) => value) : row.text.split(' ');
    const next = words.findIndex((text, at) => at > word && begins(text));
    const found = next < 0 ? words.findIndex(begins) : next;
    if (found >= 0) row.focus(found);
  }

  /**
   * Goes to the next word or the one before, also on other pages. Returns false at the ends of the document.
   * @param {LineRow} row @param {number} word @param {number} by
   */
  #tab(row, word, by) {
    const count = this.isByWord ? row.fields.length : row.text.split(' ').length;
    if (word + by >= 0 && word + by < count) {
      row.focus(word + by);
      return true;
    }
    const next = this.#rows[row.unit.number + by];
    if (next) {
      next.focus(by > 0 ? 0 : next.unit.kids.length - 1);
      return true;
    }
    return this.#turn(by, by > 0 ? 0 : Infinity);
  }

  /** Turns to the next page or the one before. @param {number} by @param {number} wanted */
  #turn(by, wanted) {
    const { state, summary } = this.#editor.workspace;
    const page = state.page + by;
    if (page < 0 || page >= summary.page_count) return false;
    this.#flush();
    this.#wanted = wanted;
    state.set({ page });
    return true;
  }

  #goToWanted() {
    const { word: words } = this.#editor.state.units;
    const wanted = this.#wanted;
    this.#wanted = null;
    const doubtful = wanted === 'doubtful' ? words.find(({ word }) => word?.doubtful) : null;
    const unit = doubtful ?? words[Math.min(Number(wanted) || 0, words.length - 1)];
    if (unit) this.edit(unit);
    else this.#list.focus();
  }

  /** Takes the caret to a word, or the first word of another unit. @param {Unit} unit @param {number} [caret] */
  edit(unit, caret) {
    this.#editor.state.set({ right: 'text' });
    const [word] = wordsOf(unit);
    const line = word?.parent;
    if (line) this.#rows[line.number]?.focus(word.index, caret);
  }

  /** Goes to the next doubtful word, also on other pages. */
  async nextDoubtful() {
    const { state, workspace } = this.#editor;
    const from = state.word ?? (state.selected[0] && wordsOf(state.selected[0])[0]);
    const after = from ? from.number + 1 : 0;
    const next = state.units.word.find(({ number, word }) => number >= after && word?.doubtful);
    if (next) {
      this.edit(next);
      return;
    }
    this.#flush();
    this.#search?.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    const last = Math.min(workspace.summary.page_count, workspace.state.page + 1 + MOST_PAGES);
    try {
      for (let page = workspace.state.page + 1; page < last; page++) {
        const { blocks } = await workspace.api.editPage(page, { signal });
        const lines = blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
        if (!lines.some(({ words }) => words.some(({ doubtful }) => doubtful))) continue;
        this.#wanted = 'doubtful';
        workspace.state.set({ page });
        return;
      }
      workspace.say(`Pages up to ${last} have no further doubtful words.`);
    } catch (error) {
      if (!isAbort(error)) workspace.say(messageOf(error));
    }
  }

  /** Replaces the word at the caret by the text that is suggested for it. Goes to the next doubtful word of the line. */
  takeSuggestion() {
    const focused = this.#focused();
    const suggestion = focused && wordsOf(focused.row.unit)[focused.word]?.word?.suggestion;
    if (!suggestion || !this.isWritable) {
      this.#editor.workspace.say('Nothing is suggested for this word.');
      return;
    }
    const { row, word } = focused;
    row.write(word, suggestion);
    const next = wordsOf(row.unit).find((other) => other.index > word && other.word?.doubtful);
    this.#commit(row);
    if (next) row.focus(next.index);
  }

  /**
   * The correction that the fields of a line make; null if they have its text.
   * @param {LineRow} row @returns {Correction | null}
   */
  #correctionOf(row) {
    if (!row.isDirty) return null;
    const [words, texts] = [wordsOf(row.unit), row.text.split(' ')];
    /** @param {number} word @param {number} text */
    const isSame = (word, text) => typed(words[word]?.text ?? '') === texts[text];
    let [first, last] = [0, 0];
    const most = Math.min(words.length, texts.length);
    while (first < most && isSame(first, first)) first++;
    while (last < most - first && isSame(words.length - 1 - last, texts.length - 1 - last)) last++;
    // A single word that changed; else the line, whose words become corrected together.
    const isWord = words.length - first - last === 1;
    const unit = isWord ? words[first] : row.unit;
    const text = isWord ? texts.slice(first, texts.length - last).join(' ') : row.text;
    if (text === '') return { op: 'delete', level: unit.level, on: operations.anchor(unit) };
    return operations.replaceText(unit, text);
  }

  /** Writes what was typed in a line. @param {LineRow} row */
  #commit(row) {
    if (!this.isWritable) return;
    const operation = this.#correctionOf(row);
    if (!operation) return;
    this.#taken(row, operation);
    this.#editor.write([operation]);
  }

  /** Writes what was typed last. */
  #flush() {
    const focused = this.#focused();
    const row = focused?.row ?? this.#rows.find(({ isDirty }) => isDirty);
    if (row) this.#commit(row);
  }

  /**
   * Shows a correction before the server has answered, if the words stay as many as they are.
   * @param {LineRow} row @param {Correction} operation
   */
  #taken(row, operation) {
    row.sent = row.text;
    if (operation.op !== 'text' || !row.unit.line) return;
    const units = operation.level === 'line' ? wordsOf(row.unit) : wordsOf(row.unit).filter(isAt(operation.on));
    const texts = operation.text.split(' ');
    if (units.length !== texts.length) return;
    for (const [index, unit] of units.entries()) {
      unit.text = texts[index];
      if (unit.word)
        Object.assign(unit.word, {
          text: texts[index],
          confidence: 100,
          doubtful: false,
          suggestion: null,
          source: 'human',
        });
    }
    row.unit.text = wordsOf(row.unit)
      .map(({ text }) => text)
      .join(' ');
    row.signature = signatureOf(row.unit);
    if (operation.level === 'line') row.accept();
    this.#count();
  }

  /** Accepts a line: all of its words become corrected ones. Goes to the next. @param {LineRow} row */
  #accept(row) {
    const isNew = row.isDirty || wordsOf(row.unit).some(({ word }) => word?.source !== 'human');
    if (isNew && this.isWritable && row.text !== '') {
      const operation = operations.replaceText(row.unit, row.text);
      this.#taken(row, operation);
      this.#editor.write([operation]);
    } else this.#commit(row);
    const next = this.#rows[row.unit.number + 1];
    if (next) next.focus(0);
    else this.#turn(1, 0);
  }

  /** Gives the fields of a line its text again. @param {LineRow} row @param {number} word */
  #restore(row, word) {
    for (const [index, field] of row.fields.entries())
      field.value = shown(this.isByWord ? (row.unit.kids[index]?.text ?? '') : row.unit.text);
    this.#editor.draft(null);
    row.focus(word);
  }

  /**
   * Divides the word at the caret; at its beginning, the line.
   * @param {LineRow} row @param {HTMLInputElement} field @param {number} word
   */
  #split(row, field, word) {
    const caret = field.selectionStart ?? 0;
    const [before, after] = [field.value.slice(0, caret), field.value.slice(caret)];
    const isInside = /\S$/.test(before) && /^\S/.test(after);
    if (isInside) {
      field.value = `${before} ${after}`;
      this.#commit(row);
      return;
    }
    this.#commit(row);
    const unit = row.unit.kids[word];
    if (unit) this.#editor.splitBefore(unit);
  }

  /**
   * Merges a word with the next one; the last word of a line merges its line with the next.
   * @param {LineRow} row @param {number} word
   */
  #mergeNext(row, word) {
    this.#commit(row);
    const { units } = this.#editor.state;
    const unit = row.unit.kids[word];
    if (!unit) return;
    const merged = row.unit.kids[word + 1] ? [unit, row.unit.kids[word + 1]] : [row.unit];
    const operation = operations.merge(merged, units[merged[0].level]);
    if (operation) this.#editor.write([operation]);
  }

  close() {
    this.#search?.abort();
    this.#observer.disconnect();
    this.#resized.disconnect();
    for (const row of this.#rows) row.close();
  }
}

/** @param {UnitAnchor} on */
function isAt(on) {
  return (/** @type {Unit} */ { box }) => box === on.box;
}
