// The page in a format, line by line. Lines that differ from the output of the command line are marked.

import { isAbort, messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { VirtualRows } from '../rows.js';
import { compareLines } from './diff.js';

const FORMATS = ['hocr', 'text', 'alto', 'tsv', 'json', 'vertical', 'pdfminer-xml', 'segments'];
const SIGNS = { same: ' ', added: '+', removed: '−' };
// Characters of a line that are shown.
const MAX_LENGTH = 2000;

/** @typedef {Pick<FormattedPage, 'printed' | 'errors'>} Said */

export class PageOutput {
  #workspace;
  #state;
  #format = 'hocr';
  /** @type {AbortController | null} */
  #stop = null;
  /** @type {ComparedLine[]} */
  #rows = [];
  /** @type {number[]} */
  #changes = [];
  #list;
  #status = h('span', { class: 'status', role: 'status' });

  /**
   * `heard` is called with the lines that the scripts printed, and with their errors.
   * @param {Workspace} workspace
   * @param {(heard: Said) => void} heard
   */
  constructor(workspace, heard) {
    this.#workspace = workspace;
    this.#state = workspace.state;
    this.heard = heard;
    const format = h(
      'select',
      { 'aria-label': 'Format', id: 'output-format' },
      FORMATS.map((name) => h('option', { value: name, text: name })),
    );
    format.addEventListener('change', () => {
      this.#format = format.value;
      this.#load();
    });
    const list = h('div', { class: 'output-lines', role: 'listbox', 'aria-label': 'Output of the page' });
    this.#list = new VirtualRows(list, { height: 17, make: (index) => this.#row(index) });
    /**
     * @param {string} text
     * @param {string} label
     * @param {number} by
     */
    const step = (text, label, by) => button(text, { label, act: () => this.#step(by) });
    this.element = h(
      'div',
      { class: 'output' },
      h('div', { class: 'row' }, format, step('↑', 'Change before', -1), step('↓', 'Change after', 1), this.#status),
      list,
    );
    this.#state.on(['page'], () => this.#later());
    this.#state.on(['analysis', 'right'], () => this.#load());
    this.#load();
  }

  #timer = 0;

  /** Pages that are only scrolled past are not asked for. */
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), this.#workspace.isCalm() ? 0 : 150);
  }

  async #load() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    if (this.#state.right !== 'script' || !this.#state.analysis) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { page, analysis } = this.#state;
    const { road } = this.#workspace.summary;
    /** @param {string} key */
    const of = (key) => this.#workspace.api.output(page, key, this.#format, { signal });
    try {
      const [given, now] = await Promise.all([of(road), analysis === road ? null : of(analysis)]);
      if (signal.aborted) return;
      this.#show(given, now ?? given);
    } catch (error) {
      if (!isAbort(error)) this.#status.textContent = messageOf(error);
    }
  }

  /**
   * @param {FormattedPage} given
   * @param {FormattedPage} now
   */
  #show(given, now) {
    const [before, after] = [given, now].map(({ text }) => text.replace(/\n$/, '').split('\n'));
    // Numbers in names move on with every element: they say nothing of the line.
    /** @param {string} line */
    const key = (line) => line.replace(/ (?:id|ID)="[^"]*"/g, '');
    this.#rows = compareLines(before, after, key);
    this.#changes = [];
    for (const [index, { kind }] of this.#rows.entries())
      if (kind !== 'same' && (index === 0 || this.#rows[index - 1].kind === 'same')) this.#changes.push(index);
    /** @param {string} kind */
    const count = (kind) => this.#rows.filter((row) => row.kind === kind).length;
    const said = [
      this.#changes.length === 0
        ? 'as on the command line'
        : `${counted(count('added'), 'line')} more, ${counted(count('removed'), 'line')} less`,
      now.truncated ? 'only the beginning' : null,
    ];
    this.#status.textContent = said.filter(Boolean).join('; ');
    this.#list.refresh(this.#rows.length);
    const isSeen = this.element.querySelector('.output-line.added, .output-line.removed');
    if (!isSeen && this.#changes.length) this.#list.reveal(this.#changes[0]);
    this.heard(now);
  }

  /** @param {number} by */
  #step(by) {
    const { active } = this.#list;
    const next = by > 0 ? this.#changes.find((at) => at > active) : this.#changes.findLast((at) => at < active);
    if (next !== undefined) this.#list.reveal(next);
  }

  /** @param {number} index */
  #row(index) {
    const { text, kind } = this.#rows[index];
    return h(
      'div',
      { class: `output-line ${kind}`, role: 'option', 'aria-setsize': this.#rows.length, 'aria-posinset': index + 1 },
      h('span', { class: 'sign', text: SIGNS[kind] }),
      visible(text.replaceAll('\t', ' → ').slice(0, MAX_LENGTH)),
    );
  }
}
