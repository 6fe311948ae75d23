// A text area for scripts: the numbers of its lines beside it, of which those with errors are marked, and the keys
// that one expects. What is typed for the user goes through the browser, so that it can be undone as all else.

import { button, h, visible } from '../dom.js';

const LINE = 18;

/** @typedef {{ line: number, error: string }} MarkedLine */

export class Editor {
  #text;
  #numbers = h('pre', { class: 'line-numbers', 'aria-hidden': 'true' });
  #marks = h('div', { class: 'line-marks' });
  #position = h('span', { class: 'status' });
  #lines = 0;
  #mayLeave = false;
  #indent = '    ';

  /**
   * `write(text)` is called when the text changes.
   * @param {{ label: string, write: (text: string) => void }} options
   */
  constructor({ label, write }) {
    this.#text = h('textarea', {
      class: 'script-text',
      'aria-label': label,
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      wrap: 'off',
      id: 'script-text',
    });
    this.element = h('div', { class: 'editor' }, h('div', { class: 'gutter' }, this.#numbers, this.#marks), this.#text);
    this.element.style.setProperty('--line-height', `${LINE}px`);
    this.position = this.#position;
    this.#text.addEventListener('input', () => {
      this.#number();
      write(this.#text.value);
    });
    this.#text.addEventListener('scroll', () => this.#follow());
    this.#text.addEventListener('keydown', (event) => this.#key(event));
    for (const event of ['keyup', 'click', 'select', 'focus', 'input'])
      this.#text.addEventListener(event, () => this.#tellPosition());
    this.#text.addEventListener('blur', () => {
      this.#mayLeave = false;
    });
  }

  /**
   * Shows another text. What was typed into the old one cannot be undone any more.
   * @param {string} text
   * @param {string} indent
   */
  show(text, indent) {
    this.#indent = indent;
    if (this.#text.value === text) return;
    this.#text.value = text;
    this.#text.scrollTo(0, 0);
    this.#text.setSelectionRange(0, 0);
    this.#number();
    this.#tellPosition();
  }

  /** @param {boolean} isEnabled */
  set isEnabled(isEnabled) {
    this.#text.disabled = !isEnabled;
  }

  focus() {
    this.#text.focus();
  }

  /**
   * Marks lines, `[{line, error}]`: a click on one goes there.
   * @param {MarkedLine[]} errors
   */
  mark(errors) {
    this.#marks.replaceChildren(
      ...errors.map(({ line, error }) => {
        const mark = button(String(line), {
          class: 'line-mark',
          label: `Line ${line}: ${visible(error)}`,
          act: () => this.goTo(line),
        });
        mark.style.top = `${(line - 1) * LINE}px`;
        return mark;
      }),
    );
    this.#follow();
  }

  /**
   * Puts the cursor at the beginning of a line, and shows it.
   * @param {number} line
   */
  goTo(line) {
    const lines = this.#text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.#text.focus();
    this.#text.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
    const top = (line - 1) * LINE;
    if (top < this.#text.scrollTop || top > this.#text.scrollTop + this.#text.clientHeight - 2 * LINE)
      this.#text.scrollTop = top - this.#text.clientHeight / 2;
    this.#text.scrollLeft = 0;
    this.#tellPosition();
  }

  #number() {
    const count = this.#text.value.split('\n').length;
    if (count === this.#lines) return;
    this.#lines = count;
    this.#numbers.textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n');
    this.element.style.setProperty('--digits', String(String(count).length));
  }

  #follow() {
    const shift = `translateY(${-this.#text.scrollTop}px)`;
    this.#numbers.style.transform = shift;
    this.#marks.style.transform = shift;
  }

  #tellPosition() {
    const before = this.#text.value.slice(0, this.#text.selectionEnd).split('\n');
    this.#position.textContent = `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      // The next Tab leaves the text, for those who have no pointer.
      this.#mayLeave = true;
      return;
    }
    const mayLeave = this.#mayLeave;
    if (event.key !== 'Shift') this.#mayLeave = false;
    if (event.key === 'Tab' && !mayLeave) {
      event.preventDefault();
      this.#tab(event.shiftKey);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#type(`\n${this.#indentation()}`);
    }
  }

  /** The indentation of a new line: that of the line before, and more after the beginning of a block. */
  #indentation() {
    const before = this.#text.value.slice(0, this.#text.selectionStart).split('\n').at(-1) ?? '';
    const own = /^[ \t]*/.exec(before)?.[0] ?? '';
    return /[:{[(]\s*$/.test(before) ? own + this.#indent : own;
  }

  /** @param {boolean} isOut */
  #tab(isOut) {
    const { value, selectionStart: start, selectionEnd: end } = this.#text;
    if (start === end && !isOut) {
      this.#type(this.#indent);
      return;
    }
    const from = value.lastIndexOf('\n', start - 1) + 1;
    const lines = value.slice(from, end).split('\n');
    const width = this.#indent.length;
    /** @param {string} line */
    const out = (line) => line.replace(new RegExp(`^(\\t| {1,${width}})`), '');
    const moved = lines.map((line) => (isOut ? out(line) : line && this.#indent + line)).join('\n');
    if (moved === lines.join('\n')) return;
    this.#text.setSelectionRange(from, end);
    this.#type(moved);
    this.#text.setSelectionRange(start === end ? this.#text.selectionEnd : from, this.#text.selectionEnd);
  }

  /** @param {string} text */
  #type(text) {
    // Nothing else lets the browser undo what a page types.
    document.execCommand('insertText', false, text);
  }
}
