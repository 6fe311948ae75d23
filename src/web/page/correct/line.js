// A line of the page: its picture, and below it a field for the line, or one for each word below the word's picture.

import { isAbort } from '../api.js';
import { h, restyle, visible } from '../dom.js';
import { scriptClass } from './scripts.js';
import { wordsOf } from './units.js';

// The part of the height of a line that its picture shows above and below it, and of its height beside a word.
const PAD = 0.12;
const BESIDE = 0.15;

export class LineRow {
  #host;
  /** @type {AbortController | null} */
  #stop = null;
  /** @type {string | null} */
  #source = null;
  /** The size of the picture, in pixels of the page. */
  #size = { width: 0, height: 0 };
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {HTMLInputElement[]} */
  fields = [];
  /** The text that was sent last. @type {string | null} */
  sent = null;
  #isFilled = false;

  /** @param {LineHost} host @param {Unit} unit */
  constructor(host, unit) {
    this.#host = host;
    this.unit = unit;
    this.signature = signatureOf(unit);
    this.element = h('div', { class: 'correct-line', role: 'group' });
    this.place(unit);
  }

  /** The same line of a page that was read again. @param {Unit} unit */
  place(unit) {
    this.unit = unit;
    this.element.setAttribute('aria-label', `Line ${unit.number + 1}`);
    this.element.dataset.line = String(unit.number);
  }

  get text() {
    if (!this.#isFilled) return this.unit.text;
    return this.fields
      .map(({ value }) => typed(value))
      .filter(Boolean)
      .join(' ');
  }

  /** Whether a field has another text than the line. */
  get isDirty() {
    return this.#isFilled && this.text !== typed(this.unit.text) && this.text !== this.sent;
  }

  /** Makes the fields, and asks for the picture. */
  fill() {
    if (this.#isFilled) return;
    this.#isFilled = true;
    const { isByWord } = this.#host;
    this.element.replaceChildren(isByWord ? this.#words() : this.#whole());
    this.#load();
  }

  #words() {
    const { direction } = this.unit.line ?? {};
    const words = wordsOf(this.unit);
    this.#cells = words.map(() => h('div', { class: 'crop' }));
    this.fields = words.map((word) => this.#field(word.text, `Word ${word.index + 1}: ${word.text}`));
    return h(
      'div',
      { class: 'cells', dir: direction },
      words.map((word, index) =>
        h(
          'div',
          { class: `cell ${markOf(word)}`, title: titleOf(word) },
          this.#cells[index],
          this.fields[index],
          this.#suggestion(word),
        ),
      ),
    );
  }

  #whole() {
    const whole = h('div', { class: 'whole' });
    this.#cells = [whole];
    this.fields = [this.#field(this.unit.text, `Text of line ${this.unit.number + 1}`)];
    return h('div', { class: 'strip', dir: this.unit.line?.direction }, whole, this.fields);
  }

  /** The text that is suggested for a word, below its field. @param {Unit} word */
  #suggestion({ word }) {
    if (!word?.suggestion || !this.#host.isWritable) return null;
    return h('button', {
      type: 'button',
      class: `suggestion ${scriptClass(word.suggestion)}`,
      title: 'Take this text (F7)',
      tabindex: -1,
      text: word.suggestion,
    });
  }

  /** @param {string} text @param {string} label */
  #field(text, label) {
    const { direction, lang } = this.unit.line ?? {};
    const field = h('input', {
      class: scriptClass(text),
      value: shown(text),
      'aria-label': label,
      autocomplete: 'off',
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      dir: direction,
      lang,
    });
    field.readOnly = !this.#host.isWritable;
    field.size = Math.max(1, text.length);
    field.addEventListener('input', () => {
      field.size = Math.max(1, field.value.length);
      field.className = scriptClass(field.value);
    });
    return field;
  }

  /** The box of the picture: the line with a little of what is around it. */
  get #box() {
    const [x0, y0, x1, y1] = this.unit.box;
    const [across, down] = [(y1 - y0) * BESIDE * 2, (y1 - y0) * PAD];
    /** @type {Box} */
    const box = [x0 - across, y0 - down, x1 + across, y1 + down];
    return box;
  }

  async #load() {
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    try {
      const blob = await this.#host.picture(this.#box, { signal });
      const image = h('img', { src: URL.createObjectURL(blob), alt: '' });
      if (this.#source) URL.revokeObjectURL(this.#source);
      this.#source = image.src;
      await image.decode();
      if (signal.aborted) return;
      const ratio = devicePixelRatio;
      this.#size = { width: image.naturalWidth / ratio, height: image.naturalHeight / ratio };
      this.#place();
    } catch (error) {
      if (!isAbort(error) && !signal.aborted)
        this.#cells[0]?.replaceChildren(h('span', { class: 'hint', text: 'no picture' }));
    }
  }

  /** Puts the picture above the fields. */
  #place() {
    const { width, height } = this.#size;
    const box = this.#box;
    const scale = width / (box[2] - box[0]);
    const words = wordsOf(this.unit);
    if (!this.#host.isByWord) {
      const [whole] = this.#cells;
      restyle(whole, { width: `${width}px`, height: `${height}px` });
      restyle(this.fields[0], { 'min-width': `${width}px` });
      const marks = words.filter(markOf).map((word) => {
        const mark = h('span', { class: `word-mark ${markOf(word)}` });
        restyle(mark, {
          left: `${(word.box[0] - box[0]) * scale}px`,
          width: `${(word.box[2] - word.box[0]) * scale}px`,
        });
        return mark;
      });
      whole.replaceChildren(this.#image(0), ...marks);
      return;
    }
    const beside = BESIDE * (this.unit.box[3] - this.unit.box[1]);
    for (const [index, cell] of this.#cells.entries()) {
      const word = words[index];
      if (!word) continue;
      const [left, right] = [word.box[0] - beside, word.box[2] + beside];
      const across = Math.max(1, (right - left) * scale);
      restyle(cell, { width: `${across}px`, height: `${height}px` });
      restyle(this.fields[index], { 'min-width': `${across}px` });
      cell.replaceChildren(this.#image((box[0] - left) * scale));
    }
  }

  /** @param {number} left */
  #image(left) {
    const { width, height } = this.#size;
    const image = h('img', { src: this.#source, alt: '', draggable: 'false' });
    restyle(image, { left: `${left}px`, width: `${width}px`, height: `${height}px` });
    return image;
  }

  /** The words are corrected now: shows it before the server has answered. */
  accept() {
    for (const { classList } of this.element.querySelectorAll('.cell, .word-mark')) {
      classList.remove('doubtful');
      classList.add('human');
    }
    for (const suggestion of this.element.querySelectorAll('.suggestion')) suggestion.remove();
  }

  /** The field of a word, and its place there. @param {number} index @returns {[HTMLInputElement, number, number]} */
  #placeOf(index) {
    const isByWord = this.#host.isByWord;
    const field = this.fields[isByWord ? Math.min(index, this.fields.length - 1) : 0];
    const [start, end] = isByWord ? [0, field.value.length] : wordRange(field.value, index);
    return [field, start, end];
  }

  /** The text of a word in its field. @param {number} index */
  wordText(index) {
    const [field, start, end] = this.#placeOf(index);
    return field.value.slice(start, end);
  }

  /** Gives a word another text. @param {number} index @param {string} text */
  write(index, text) {
    const [field, start, end] = this.#placeOf(index);
    field.setRangeText(shown(text), start, end);
  }

  /** The index of the word at the caret of a field. */
  wordAt(field = this.fields[0]) {
    if (this.#host.isByWord) return Math.max(0, this.fields.indexOf(field));
    const before = field.value.slice(0, field.selectionStart ?? 0).trimStart();
    return Math.max(0, before.split(/\s+/).length - 1);
  }

  /**
   * Takes the caret to a word: to a place in it, or with all of it selected.
   * @param {number} index @param {number} [caret]
   */
  focus(index, caret) {
    this.fill();
    if (this.fields.length === 0) return;
    const [field, start, end] = this.#placeOf(index);
    if (!this.#source) this.#load();
    field.focus({ preventScroll: true });
    if (caret === undefined) field.setSelectionRange(start, end);
    else field.setSelectionRange(Math.min(start + caret, end), Math.min(start + caret, end));
    this.element.scrollIntoView({ block: 'nearest' });
    if (!this.#host.isByWord) this.#show(index);
  }

  /** Selects a part of the field with the caret. @param {number | null} start @param {number | null} end */
  select(start, end) {
    this.fields.find((field) => field === document.activeElement)?.setSelectionRange(start, end);
  }

  /** Scrolls a long line to a word. @param {number} index */
  #show(index) {
    const strip = this.element.querySelector('.strip');
    const word = wordsOf(this.unit)[index];
    if (!strip || !word || this.#size.width === 0) return;
    const box = this.#box;
    const scale = this.#size.width / (box[2] - box[0]);
    const [left, right] = [(word.box[0] - box[0]) * scale, (word.box[2] - box[0]) * scale];
    const isRtl = this.unit.line?.direction === 'rtl';
    const from = isRtl ? strip.scrollLeft + this.#size.width - strip.clientWidth : strip.scrollLeft;
    if (left < from || right > from + strip.clientWidth) strip.scrollLeft += left - from - strip.clientWidth / 3;
  }

  close() {
    this.#stop?.abort();
    if (this.#source) URL.revokeObjectURL(this.#source);
    this.element.remove();
  }
}

/** A soft hyphen at the end of a line is shown as the sign of transcriptions. @param {string} text */
export function shown(text) {
  return text.replaceAll('\u00ad', '¬');
}

/** The text of a word or line that was typed. @param {string} text */
export function typed(text) {
  return text.replaceAll('¬', '\u00ad').normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** All of a line that its row shows. @param {Unit} unit */
export function signatureOf(unit) {
  return JSON.stringify([unit.box, unit.line]);
}

/** The beginning and end of a word of a text. @param {string} text @param {number} index */
function wordRange(text, index) {
  const words = [...text.matchAll(/\S+/g)];
  const word = words[Math.min(index, words.length - 1)];
  return word ? [word.index, word.index + word[0].length] : [0, 0];
}

/** @param {Unit} unit */
function markOf({ word }) {
  if (word?.source === 'human') return 'human';
  return word?.doubtful ? 'doubtful' : '';
}

/** @param {Unit} unit */
function titleOf({ word }) {
  if (!word) return null;
  const text = visible(word.text);
  if (word.source === 'human') return `“${text}” corrected`;
  return `“${text}” confidence ${Math.round(word.confidence)} %${word.doubtful ? ', doubtful' : ''}${word.suggestion ? `, F7 for “${word.suggestion}”` : ''}`;
}
