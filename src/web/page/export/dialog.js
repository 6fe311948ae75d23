// Exports pages or the document in a format, as they are shown, and says the command line that does the same.

import { isAbort, messageOf } from '../api.js';
import { button, bytes, counted, h, visible } from '../dom.js';
import { openDialog } from '../frame/dialog.js';
import { pageNumber } from '../frame/offers.js';

// Milliseconds between two looks at how far an export is.
const WATCH = 400;

/** @param {Workspace} workspace */
export function showExport(workspace) {
  new ExportDialog(workspace).show();
}

/**
 * What to do with scripts so that the command line finds them; null without any.
 * @param {string} act
 * @param {string[]} names
 */
function needed(act, names) {
  return names.length === 0 ? null : `${act} ${names.map(visible).join(', ')}`;
}

class ExportDialog {
  #workspace;
  /** @type {AbortController | null} */
  #stop = null;
  /** @type {AbortController | null} */
  #asking = null;
  #closed = new AbortController();
  #how = h('p', { class: 'hint' });
  #format = h('select', { id: 'export-format', 'aria-label': 'Format' });
  #pages = h('input', { id: 'export-pages', 'aria-label': 'Pages', placeholder: '1-5,9', autocomplete: 'off' });
  #line = h('code', { class: 'command', id: 'export-command', tabindex: 0 });
  #note = h('p', { class: 'hint', hidden: true });
  #status = h('p', { class: 'status', role: 'status', id: 'export-status' });
  #said = h('ul', { class: 'said', hidden: true });
  #export = h('button', { class: 'main', text: 'Export', id: 'export-go' });
  #cancel = button('Cancel', { hidden: true, id: 'export-cancel', act: () => this.#stop?.abort() });
  /** @type {HTMLDialogElement} */
  #dialog;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    /** @param {SubmitEvent} event */
    const begin = (event) => {
      event.preventDefault();
      this.#run();
    };
    const copy = button('Copy', { title: 'Copy the command line', id: 'export-copy', act: () => this.#copy() });
    this.#dialog = h(
      'dialog',
      { class: 'export', 'aria-label': 'Export' },
      h(
        'form',
        { on: { submit: begin, input: () => this.#describe(), change: () => this.#describe() } },
        h('h2', { text: 'Export' }),
        this.#how,
        h('label', { class: 'row' }, 'Format', this.#format),
        this.#which(),
        h('h3', { text: 'The same by the command line' }),
        h('div', { class: 'command-row' }, this.#line, copy),
        this.#note,
        this.#status,
        this.#said,
        h(
          'div',
          { class: 'row end' },
          button('Close', { act: () => this.#dialog.close() }),
          this.#cancel,
          this.#export,
        ),
      ),
    );
    // The last change may still be applied when the dialog opens.
    const { state } = workspace;
    state.on(['analysis'], () => this.#describe(), { signal: this.#closed.signal });
  }

  async show() {
    openDialog(this.#dialog, () => {
      this.#stop?.abort();
      this.#asking?.abort();
      this.#closed.abort();
    });
    try {
      const { formats } = await this.#workspace.api.exports();
      this.#format.replaceChildren(...formats.map((name) => h('option', { value: name, text: name })));
      this.#describe();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Describes what is exported. */
  #shown() {
    const { state, summary } = this.#workspace;
    const isMade = !summary.roads.some((road) => road === state.analysis);
    const how = isMade ? ', with what you changed' : state.analysis === summary.road ? '' : ', by the other road';
    const last = state.problem ? ' The last change has an error and is not in it.' : '';
    return `As the pages are shown now${how}.${last}`;
  }

  /** The choice of the pages: this one, some, or all. */
  #which() {
    const { state, summary } = this.#workspace;
    const { only } = state.draft;
    const isOnly = only !== null;
    const number = String(pageNumber(summary, only ?? state.page));
    /**
     * @param {string} value
     * @param {string} label
     * @param {...HTMLElement} more
     */
    const choice = (value, label, ...more) =>
      h(
        'label',
        {},
        h('input', {
          type: 'radio',
          name: 'export-which',
          value,
          checked: value === (isOnly ? 'this' : 'all'),
          'data-pages': value === 'this' ? number : null,
        }),
        label,
        ...more,
      );
    this.#pages.addEventListener('focus', () => {
      /** @type {HTMLInputElement} */ (this.#dialog.querySelector('[value=some]')).checked = true;
      this.#describe();
    });
    return h(
      'fieldset',
      { class: 'which' },
      h('legend', { text: 'Pages' }),
      choice('all', `The document, ${counted(summary.page_count, 'page')}`),
      choice('this', `Page ${number}`),
      choice('some', 'These:', this.#pages),
    );
  }

  get #wanted() {
    /** @type {HTMLInputElement | null} */
    const chosen = this.#dialog.querySelector('[name=export-which]:checked');
    const pages = chosen?.value === 'some' ? this.#pages.value.trim() : chosen?.dataset.pages;
    return { analysis: this.#workspace.state.analysis, format: this.#format.value, pages: pages || null };
  }

  /** Shows the command line. */
  async #describe() {
    this.#how.textContent = this.#shown();
    // The analysis is being made anew: it is told when it is there.
    if (this.#workspace.state.analysis === null || this.#format.value === '') return;
    this.#asking?.abort();
    this.#asking = new AbortController();
    try {
      const {
        line,
        unsaved,
        new_files: added,
      } = await this.#workspace.api.exportCommand(this.#wanted, {
        signal: this.#asking.signal,
      });
      this.#line.textContent = visible(line);
      this.#line.dataset.line = line;
      const needs = [needed('save', unsaved), needed('download', added)].filter(Boolean);
      this.#note.hidden = needs.length === 0;
      this.#note.textContent = `Export writes what you changed. The command line needs it in files: in the tab Script, ${needs.join(', and ')}.`;
      if (!this.#stop) this.#say('');
    } catch (error) {
      if (isAbort(error)) return;
      this.#line.textContent = '';
      delete this.#line.dataset.line;
      this.#note.hidden = true;
      this.#fail(error);
    }
  }

  async #copy() {
    const { line } = this.#line.dataset;
    if (!line) return;
    try {
      await navigator.clipboard.writeText(line);
      this.#say('The command line is copied.');
    } catch {
      // Without the right to do so, the user does.
      getSelection()?.selectAllChildren(this.#line);
      this.#say('The command line is selected: Ctrl C copies it.');
    }
  }

  async #run() {
    if (this.#stop) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#export.disabled = true;
    this.#cancel.hidden = false;
    this.#said.hidden = true;
    this.#say('Exporting …');
    const timer = setInterval(() => this.#look(signal), WATCH);
    try {
      const { api } = this.#workspace;
      const done = await api.export(this.#wanted, { signal });
      const link = h('a', { href: api.exportAddress(done.number), download: done.name, text: visible(done.name) });
      this.#status.className = 'status';
      this.#status.replaceChildren(link, ` ${bytes(done.bytes)}`);
      this.#said.hidden = done.said.length === 0;
      this.#said.replaceChildren(...done.said.map((line) => h('li', { text: visible(line) })));
      link.click();
    } catch (error) {
      if (isAbort(error)) this.#say('Cancelled.');
      else this.#fail(error);
    } finally {
      clearInterval(timer);
      this.#stop = null;
      this.#export.disabled = false;
      this.#cancel.hidden = true;
    }
  }

  /**
   * Says how far the export is.
   * @param {AbortSignal} signal
   */
  async #look(signal) {
    try {
      const { running } = await this.#workspace.api.exports({ signal });
      const { done, pages } = running.at(-1) ?? {};
      if (!signal.aborted && this.#stop?.signal === signal && pages)
        this.#say(`${done} of ${counted(pages, 'page')} …`);
    } catch {
      // The export itself says what is wrong.
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#status.className = 'status';
    this.#status.textContent = text;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (isAbort(error)) return;
    this.#status.className = 'status bad';
    this.#status.textContent = visible(messageOf(error));
  }
}
