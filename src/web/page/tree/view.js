// A tree with the keys of the ARIA tree pattern: Up and Down; Right opens, then enters; Left closes, then goes to
// the parent; Home and End; letters go to the next name that begins so; `*` opens all siblings.

import { closest, h } from '../dom.js';
import { VirtualRows } from '../rows.js';
import { Branches } from './branches.js';

const SIBLINGS = 200;
const LOOKED_AT = 2000;
// Milliseconds between the letters of one name.
const TYPING = 700;

/** @template {{ key: string, name: string, kids: number }} T */
export class TreeView {
  #branches;
  #rows;
  #content;
  #choose;
  #typed = '';
  #typedAt = 0;
  /** @type {string | null} */
  #selected = null;
  /** @type {Branches<T> | null} */
  #coming = null;
  #isRevealing = false;
  /** @type {{ index: number, isDone: boolean } | null} */
  #awaited = null;

  /**
   * @param {TreeViewOptions<T>} options
   */
  constructor({ name, fetch, content, choose = () => {}, height = 22 }) {
    this.#content = content;
    this.#choose = choose;
    this.element = h('div', { class: 'tree', role: 'tree', 'aria-label': name });
    this.element.style.setProperty('--row', `${height}px`);
    this.#branches = new Branches(fetch, () => this.#changed());
    this.#rows = new VirtualRows(this.element, {
      height,
      make: (index) => this.#row(index),
      keys: (event, index) => this.#key(event, index),
      activate: (index) => this.#chosen(index, true),
      moved: (index) => this.#isRevealing || this.#chosen(index, false),
    });
    this.element.addEventListener('click', (event) => this.#twist(event), { capture: true });
  }

  /** Loads the first level, and opens its only row if there is just one. */
  async start() {
    await this.#branches.start();
    if (this.#branches.count === 1) await this.#branches.open(this.#branches.at(0));
    if (this.#rows.active < 0)
      this.#quietly(() => {
        this.#rows.active = 0;
      });
  }

  /**
   * Shows the rows that another source gives. Those stay open that were; the old ones stay until all have come.
   * @param {FetchChildren<T>} fetch
   */
  async renew(fetch) {
    const branches = new Branches(fetch, () => branches === this.#branches && this.#changed());
    this.#coming = branches;
    await branches.start();
    await branches.openLike(this.#branches);
    if (this.#coming !== branches) return;
    this.#branches = branches;
    this.#selected = null;
    this.#changed();
  }

  /**
   * Opens the tree at a path and shows its last row, without moving if it is seen already. Nothing is shown if it
   * is no longer wanted when the rows have come.
   * @param {TreeStep[]} path
   * @param {() => boolean} [isWanted]
   */
  async reveal(path, isWanted = () => true) {
    const key = path.at(-1)?.key ?? null;
    const at = await this.#branches.reveal(path);
    if (!isWanted()) return;
    this.#selected = key;
    if (at !== null) this.#quietly(() => this.#rows.reveal(at));
    this.#rows.refresh();
  }

  /** No row is selected. */
  unselect() {
    this.#selected = null;
    this.#awaited = null;
    this.#mark();
  }

  /** Makes all rows anew, because what they show changed. */
  refresh() {
    this.#rows.refresh();
  }

  #changed() {
    this.element.style.setProperty('--rows', String(this.#branches.count));
    this.#rows.refresh(this.#branches.count);
    const awaited = this.#awaited;
    if (awaited && awaited.index === this.#rows.active) this.#chosen(awaited.index, awaited.isDone);
  }

  /** @param {() => void} act */
  #quietly(act) {
    this.#isRevealing = true;
    act();
    this.#isRevealing = false;
  }

  /**
   * @param {number} index
   * @param {boolean} isDone
   */
  #chosen(index, isDone) {
    const { row } = this.#branches.at(index);
    // A row that is still loaded is chosen when it is there.
    this.#awaited = row ? null : { index, isDone };
    if (!row) return;
    this.#selected = row.key;
    this.#mark();
    this.#choose(row, isDone);
  }

  #mark() {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll('[data-row]'))) {
      row.setAttribute('aria-selected', String(row.dataset.key === this.#selected));
    }
  }

  /** @param {number} index */
  #row(index) {
    const { row, level, index: place, size, isOpen } = this.#branches.at(index);
    const hasKids = row !== undefined && row.kids > 0;
    const element = h(
      'div',
      {
        class: 'tree-row',
        role: 'treeitem',
        'aria-level': level,
        'aria-posinset': place + 1,
        'aria-setsize': size,
        'aria-expanded': hasKids ? isOpen : null,
        'aria-selected': row !== undefined && row.key === this.#selected,
        'data-key': row?.key,
      },
      h('span', { class: 'twisty', 'aria-hidden': 'true' }),
      row ? this.#content(row) : '…',
    );
    // Deep trees stay readable: far down, levels are indented less.
    element.style.setProperty('--indent', `${level <= 12 ? (level - 1) * 14 : 154 + Math.min(level - 12, 40) * 4}px`);
    return element;
  }

  /**
   * A click on the sign before a row opens or closes it.
   * @param {MouseEvent} event
   */
  #twist(event) {
    const row = closest(event, '.twisty')?.closest('.tree-row');
    if (!(row instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.#branches.at(Number(row.dataset.row));
    if (at.isOpen) this.#branches.close(at);
    else this.#branches.open(at);
    this.element.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   */
  #key(event, index) {
    if (index < 0 || index >= this.#branches.count) return false;
    const at = this.#branches.at(index);
    if (event.key === 'ArrowRight') {
      if (at.isOpen) this.#rows.reveal(index + 1);
      else this.#branches.open(at);
      return true;
    }
    if (event.key === 'ArrowLeft') {
      if (at.isOpen) this.#branches.close(at);
      else if (at.parent.parent) this.#rows.reveal(this.#branches.position(at.parent.parent, at.parent.index));
      return true;
    }
    if (event.key === '*') {
      this.#openSiblings(at);
      return true;
    }
    if (event.key.length === 1 && event.key !== ' ') return this.#type(event, index);
    return false;
  }

  /** @param {TreePlace<T>} place */
  async #openSiblings({ parent, index }) {
    const first = Math.max(0, index - SIBLINGS / 2);
    const end = Math.min(parent.children?.total ?? 0, first + SIBLINGS);
    const siblings = Array.from({ length: end - first }, (_, i) => first + i);
    await Promise.all(
      siblings.map((other) => this.#branches.open({ row: parent.children?.at(other), parent, index: other })),
    );
    this.#quietly(() => this.#rows.reveal(this.#branches.position(parent, index)));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} index
   */
  #type(event, index) {
    this.#typed = event.timeStamp - this.#typedAt < TYPING ? this.#typed + event.key : event.key;
    this.#typedAt = event.timeStamp;
    const [wanted, count] = [this.#typed.toLowerCase(), this.#branches.count];
    const start = this.#typed.length > 1 ? 0 : 1;
    for (let step = start; step < Math.min(count, LOOKED_AT); step++) {
      const other = (index + step) % count;
      if (this.#branches.at(other).row?.name?.toLowerCase().startsWith(wanted)) {
        this.#rows.reveal(other);
        break;
      }
    }
    return true;
  }
}
