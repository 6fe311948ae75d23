// The page that is corrected, and all that changes it: the model that the parts of the view share.

import { isAbort, messageOf } from '../api.js';
import { counted } from '../dom.js';
import { ask } from '../frame/ask.js';
import { stateOf } from '../state.js';
import { hasClass } from './classes.js';
import { Journal } from './journal.js';
import { LinePictures } from './pictures.js';
import * as operations from './operations.js';
import { alike, atLevel, inOrder, linesOf, noUnits, union, unitsOf, wordsOf } from './units.js';

export class Editor {
  /** @type {AbortController | null} */
  #stop = null;
  #journal;
  /** The place of a word to select when its page has come. @type {{ page: number, box: Box } | null} */
  #goal = null;
  /** The class that was chosen last, to choose it again. @type {ClassValue | null} */
  lastClass = null;
  /** Whether something was written since the other views read the document. */
  hasWritten = false;
  /** Writes what is typed but not taken over yet. */
  flush = () => {};
  /** Takes the focus to the picture of the page. */
  toPage = () => {};
  /** Called to take the caret to a word, or to the field of a line. @type {(unit: Unit, at?: number) => void} */
  edit = () => {};

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.workspace = workspace;
    this.pictures = new LinePictures(workspace);
    /** @type {CorrectState} */
    const starting = {
      book: null,
      page: null,
      units: noUnits(),
      isReading: false,
      problem: null,
      level: 'line',
      tool: 'select',
      selected: [],
      word: null,
      saving: 'saved',
      isByWord: true,
      xheight: 30,
      right: 'text',
    };
    this.state = stateOf(starting);
    this.#journal = new Journal(workspace, this.state, {
      stale: (wanted) => this.#stale(wanted),
      changed: () => this.load(),
    });
  }

  /** Reads the file of corrections and the page. */
  async open() {
    try {
      await this.#journal.open();
    } catch (error) {
      this.state.set({ problem: messageOf(error) });
    }
    await this.load();
  }

  close() {
    this.#stop?.abort();
    this.#journal.close();
  }

  get isWritable() {
    return this.state.book?.writable ?? false;
  }
  /** Whether something is not saved yet. */
  get isWaiting() {
    return this.#journal.isWaiting;
  }
  /** The page that is shown, from 1. */
  get number() {
    return this.workspace.state.page + 1;
  }

  /**
   * Reads the page again. `select` are boxes of units to select, instead of those that are selected now.
   * @param {Box[]} [select]
   */
  async load(select) {
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { page: index } = this.workspace.state;
    const { page: known, selected, word } = this.state;
    const isSame = known?.page === index + 1;
    this.state.set({ isReading: true });
    if (!isSame) this.state.set({ page: null, units: noUnits(), selected: [], word: null, problem: null });
    try {
      const page = await this.workspace.api.editPage(index, { signal });
      if (signal.aborted) return;
      const units = unitsOf(page);
      const goal = this.#goal?.page === page.page ? [this.#goal.box] : null;
      this.#goal = null;
      const boxes = goal ?? select ?? (isSame ? selected.map(({ box }) => box) : []);
      const level = goal ? 'word' : this.state.level;
      this.state.set({
        page,
        units,
        isReading: false,
        problem: null,
        level,
        selected: alike(units[level], boxes),
        word: isSame && word && !goal ? (alike(units.word, [word.box])[0] ?? null) : null,
      });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.state.set({ isReading: false, problem: isSame ? null : messageOf(error) });
      if (isSame) this.workspace.say(messageOf(error));
    }
  }

  /**
   * Writes corrections of the page that is shown, as one step of undo. `select` are the boxes of the units that are
   * selected then.
   * @param {(Correction | null)[]} list @param {Box[]} [select]
   */
  async write(list, select) {
    const page = this.state.page?.page ?? this.number;
    const wanted = list.filter((each) => each !== null).map((each) => ({ page, ...each }));
    if (wanted.length === 0 || !this.#mayWrite()) return;
    // The page that is being read lacks these corrections. It is read again when they are saved.
    if (page === this.number) this.#stop?.abort();
    await this.writeTo(wanted);
    // The page would lack corrections that are not sent yet.
    if (page === this.number && !this.isWaiting) await this.load(select);
  }

  #mayWrite() {
    const { book } = this.state;
    if (book && !book.writable)
      this.workspace.say(`Corrections cannot be saved: ${book.why ?? 'the file is read-only'}`);
    return book?.writable ?? false;
  }

  /**
   * Remembers what is typed but not written yet, in case that the tab crashes; with null, nothing.
   * @param {Correction | null} operation
   */
  draft(operation) {
    this.#journal.draft(operation ? [{ page: this.number, ...operation }] : null);
  }

  /**
   * Writes corrections of any pages, as one step of undo. Promises whether all of them apply.
   * @param {PageCorrection[]} wanted
   */
  async writeTo(wanted) {
    const { workspace } = this;
    try {
      this.hasWritten = true;
      const results = await this.#journal.write(wanted);
      const failed = results.filter(({ state }) => state === 'failed' || state === 'conflict');
      for (const { reason } of failed) workspace.say(`Not applied: ${reason ?? 'it does not fit'}.`);
      return failed.length === 0;
    } catch (error) {
      workspace.say(messageOf(error));
      return false;
    }
  }

  /**
   * Changes the file in another way: takes the last step back, and so on. Shows a page that it changes.
   * @param {OtherChange} change
   */
  async change(change) {
    if (!this.#mayWrite()) return;
    this.flush();
    const { workspace } = this;
    try {
      this.hasWritten = true;
      const pages = await this.#journal.change(change);
      if (pages.length > 0 && !pages.includes(this.number)) workspace.state.set({ page: pages[0] - 1 });
      else if (typeof change === 'string' || 'settle' in change || this.state.isReading) await this.load();
    } catch (error) {
      workspace.say(messageOf(error));
    }
  }

  /** The progress of the page that is shown. @param {PageProgress} state */
  setProgress(state) {
    return this.change({ make: [{ op: 'progress', page: this.number, state }] });
  }

  /** Shows a page, from 1, and selects the word at a place. @param {number} page @param {Box} box */
  goTo(page, box) {
    this.#goal = { page, box };
    if (page === this.number) this.load();
    else this.workspace.state.set({ page: page - 1 });
  }

  /**
   * After another tab wrote: the operations that are still wanted. If both changed the same text, the user chooses.
   * @param {PageCorrection[]} wanted
   */
  async #stale(wanted) {
    await this.load();
    const kept = [];
    for (const operation of wanted) {
      if (operation.op !== 'text' || operation.page !== this.state.page?.page) {
        kept.push(operation);
        continue;
      }
      const [now] = alike(this.state.units[operation.level], [operation.on.box]);
      const isThere = now?.text === operation.text && wordsOf(now).every(({ word }) => word?.source === 'human');
      if (isThere) continue;
      const isOther = now && now.text !== operation.on.text && now.text !== operation.text;
      const text = `Another tab changed “${operation.on.text}” to “${now?.text}”. Here it became “${operation.text}”.`;
      const answers = [
        { value: 'other', text: 'Keep the other' },
        { value: 'own', text: 'Keep mine' },
      ];
      if (!isOther) kept.push(operation);
      else if ((await ask('Changed in another tab', text, answers)) === 'own')
        kept.push({ ...operation, on: operations.anchor(now) });
    }
    return kept;
  }

  /** Selects units; those of another level change the level. @param {Unit[]} units */
  select(units) {
    const level = units[0]?.level ?? this.state.level;
    this.state.set({ selected: inOrder(units), level, word: null });
  }

  /** Changes the level, and the selection with it. @param {Level} level */
  setLevel(level) {
    const selected = [...new Set(this.state.selected.map((unit) => atLevel(unit, level)))];
    this.state.set({ level, selected });
  }

  /** @param {CorrectTool} tool */
  setTool(tool) {
    this.state.set({ tool: tool === this.state.tool ? 'select' : tool });
  }

  /** The units that an action is for: those that are selected, or that with the caret. */
  get targets() {
    const { selected, word, level } = this.state;
    if (selected.length > 0) return selected;
    return word ? [atLevel(word, level)] : [];
  }

  /** The same; says it if there are none. */
  #wanted() {
    this.flush();
    const { targets } = this;
    if (targets.length === 0) this.workspace.say('Select something on the page first.');
    return targets;
  }

  /** Splits the parent before the selected unit; a block, into columns. */
  split() {
    const [unit] = this.#wanted();
    if (unit?.level === 'block') this.setTool('cut');
    else if (unit) this.splitBefore(unit);
  }

  /** @param {Unit} unit */
  splitBefore(unit) {
    const operation = operations.splitBefore(unit);
    if (operation) this.write([operation], [unit.box]);
    else this.workspace.say(`It is the first ${unit.level} of its ${unit.parent?.level ?? 'page'}: nothing to split.`);
  }

  /** Merges the selected units, or the only one with the next. */
  merge() {
    const units = this.#wanted();
    if (units.length === 0) return;
    const operation = operations.merge(units, this.state.units[units[0].level]);
    if (operation?.op === 'group') this.write([operation], [union(operation.parts.map(({ box }) => box))]);
    else this.workspace.say('There is nothing after it to merge with.');
  }

  remove() {
    const units = this.#wanted();
    if (units.length === 0 || !this.#mayWrite()) return;
    const [{ level }] = units;
    this.write(
      units.map((unit) => ({ op: 'delete', level, on: operations.anchor(unit) })),
      [],
    );
    this.workspace.say(`${counted(units.length, level)} deleted. Ctrl Z takes it back.`);
  }

  /** @param {ClassValue} value */
  setClass(value) {
    this.lastClass = value;
    const changed = this.#wanted().filter((unit) => !hasClass(unit, value));
    this.write(changed.map((unit) => ({ op: 'class', level: unit.level, on: operations.anchor(unit), class: value })));
  }

  /** Accepts the lines of the selection: all of their words become corrected ones. */
  accept() {
    const units = this.#wanted();
    if (units[0]?.level === 'word') {
      this.write(units.map((unit) => operations.replaceText(unit, unit.text)));
      return;
    }
    const lines = units.flatMap((unit) => linesOf(unit));
    const open = lines.filter(({ kids }) => kids.some(({ word }) => word?.source !== 'human'));
    this.write(open.map((line) => operations.replaceText(line, line.text)));
  }

  /** Sets the box of a unit. @param {Unit} unit @param {Box} box */
  resize(unit, box) {
    this.write([{ op: 'resize', level: unit.level, on: operations.anchor(unit), box }], [box]);
  }

  /** Puts a unit at another place among those of its parent. @param {Unit} unit @param {number} to */
  move(unit, to) {
    const siblings = unit.parent?.kids ?? this.state.units.block;
    const operation = operations.moveTo(unit, to, siblings);
    if (operation) this.write([operation], [unit.box]);
    else if (to !== unit.index)
      this.workspace.say(
        `It is the ${to < 0 ? 'first' : 'last'} ${unit.level} of its ${unit.parent?.level ?? 'page'}.`,
      );
  }
}
