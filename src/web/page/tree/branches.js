// The rows of a tree that is loaded as it is opened. A node knows how many children it has and which of them are
// open, so that a row is found without making all of them: 200,000 closed siblings are one number.

import { Chunks } from '../chunks.js';

// Rows that are opened again when the tree is made anew.
const MAX_OPENED = 60;

/** @template T */
export class TreeNode {
  /** @type {number} */
  level;

  /**
   * @param {T | null} row
   * @param {TreeNode<T> | null} parent
   * @param {number} index
   */
  constructor(row, parent, index) {
    this.row = row;
    this.parent = parent;
    this.index = index;
    this.level = parent ? parent.level + 1 : 0;
    /** @type {Chunks<T> | null} */
    this.children = null;
    /**
     * The open children, by their place among their siblings.
     * @type {Map<number, TreeNode<T>>}
     */
    this.open = new Map();
    /**
     * The same in order, or undefined after a change.
     * @type {[number, TreeNode<T>][] | undefined}
     */
    this.sorted = undefined;
    // Number of rows below this node while it is open.
    this.extra = 0;
  }
}

/** @template {{ key: string, name: string, kids: number }} T */
export class Branches {
  #fetch;
  #onChange;
  /** @type {TreeNode<T>} */
  #root;

  /**
   * `fetch(key, from, count)` promises `{total, rows}`, for the root with a key of null.
   * @param {FetchChildren<T>} fetch
   * @param {() => void} onChange
   */
  constructor(fetch, onChange) {
    this.#fetch = fetch;
    this.#onChange = onChange;
    this.#root = new TreeNode(/** @type {T | null} */ (null), null, 0);
  }

  /** The number of visible rows. */
  get count() {
    return this.#root.extra;
  }

  /** Loads the first level. */
  async start() {
    const { error } = await this.#load(this.#root, 0);
    if (error) throw error;
  }

  /**
   * Opens what is open in another tree, where this one has rows of the same names.
   * @param {Branches<T>} other
   */
  async openLike(other) {
    const left = { count: MAX_OPENED };
    await this.#openLike(this.#root, other.#root, left);
  }

  /**
   * @param {TreeNode<T>} node
   * @param {TreeNode<T>} other
   * @param {{ count: number }} left
   */
  async #openLike(node, other, left) {
    for (const child of [...other.open.values()]) {
      if (left.count-- <= 0) return;
      const { index } = child;
      const row = (await this.#load(node, index)).at(index);
      if (!row || row.name !== child.row?.name || row.kids === 0) continue;
      const opened = await this.open({ row, parent: node, index });
      if (opened) await this.#openLike(opened, child, left);
    }
  }

  /**
   * The row at a position, with its place in the tree.
   * @param {number} position
   */
  at(position) {
    let node = this.#root;
    for (;;) {
      // Of the open children, those before the position push it down by what is below them.
      let shift = 0;
      /** @type {TreeNode<T> | null} */
      let inside = null;
      for (const [index, child] of this.#sorted(node)) {
        if (index + shift >= position) break;
        if (position <= index + shift + child.extra) {
          inside = child;
          break;
        }
        shift += child.extra;
      }
      if (!inside) return this.#shown(node, position - shift);
      position -= inside.index + shift + 1;
      node = inside;
    }
  }

  /** @param {TreeNode<T>} node */
  #sorted(node) {
    node.sorted ??= [...node.open].sort(([a], [b]) => a - b);
    return node.sorted;
  }

  /**
   * @param {TreeNode<T>} parent
   * @param {number} index
   */
  #shown(parent, index) {
    const row = parent.children?.at(index);
    const size = parent.children?.total ?? 0;
    return { row, parent, index, size, level: parent.level + 1, isOpen: parent.open.has(index) };
  }

  /**
   * The row number of a child of a node.
   * @param {TreeNode<T>} parent
   * @param {number} index
   * @returns {number}
   */
  position(parent, index) {
    let position = index;
    for (const [other, child] of this.#sorted(parent)) if (other < index) position += child.extra;
    return parent.parent ? position + 1 + this.position(parent.parent, parent.index) : position;
  }

  /**
   * Opens a row and loads its children.
   * @param {Pick<TreePlace<T>, 'row' | 'parent' | 'index'>} place
   */
  async open({ row, parent, index }) {
    if (!row || row.kids === 0) return null;
    const known = parent.open.get(index);
    if (known) return known;
    const node = new TreeNode(row, parent, index);
    parent.open.set(index, node);
    parent.sorted = undefined;
    await this.#load(node, 0);
    return node;
  }

  /**
   * Closes a row.
   * @param {Pick<TreePlace<T>, 'parent' | 'index'>} place
   */
  close({ parent, index }) {
    const node = parent.open.get(index);
    if (!node) return;
    parent.open.delete(index);
    parent.sorted = undefined;
    this.#grow(parent, -node.extra);
    this.#onChange();
  }

  /**
   * Opens the nodes of a path, `[{key, index}, …]`, and gives the row number of its last one.
   * @param {TreeStep[]} path
   */
  async reveal(path) {
    let node = this.#root;
    for (const [depth, { index }] of path.entries()) {
      const children = await this.#load(node, index);
      if (depth === path.length - 1) return this.position(node, index);
      const next = await this.open({ row: children.at(index), parent: node, index });
      if (!next) return null;
      node = next;
    }
    return null;
  }

  /**
   * @param {TreeNode<T>} node
   * @param {number} index
   */
  async #load(node, index) {
    const isNew = node.children === null;
    node.children ??= new Chunks(
      (from, count) => this.#fetch(node.row?.key ?? null, from, count),
      () => this.#onChange(),
    );
    const { children } = node;
    await children.loadRow(index);
    if (isNew) {
      this.#grow(node, children.total);
      this.#onChange();
    }
    return children;
  }

  /**
   * A node has more or fewer rows: so have those that it is open in.
   * @param {TreeNode<T>} node
   * @param {number} rows
   */
  #grow(node, rows) {
    /** @type {TreeNode<T> | null} */
    let at = node;
    for (; at; at = at.parent) {
      at.extra += rows;
      if (at.parent && at.parent.open.get(at.index) !== at) return;
    }
  }
}
