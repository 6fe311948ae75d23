// The tree in a page that is one file: all its rows are there.

import { folded } from './find.js';

// Rows that are listed of a search.
const MOST = 1000;

/**
 * The names under which a row is shown: a page by its number, and by its label if it has another.
 * @param {TreeRow} row
 */
function names({ key, name, text }) {
  const [, index] = /^p(\d+)$/.exec(key) ?? [];
  if (index === undefined) return [name];
  const number = String(Number(index) + 1);
  return [`page ${text && text !== number ? `${text} (${number})` : number}`];
}

export class EmbeddedTree {
  #rows;
  #below = new Map();
  #at = new Map();

  /**
   * `rows` hold the places of those that they are in; `place` tells where in the file a page is.
   * @param {EmbeddedRow[]} rows
   * @param {(page: number | null) => number | null} place
   */
  constructor(rows, place) {
    this.#rows = rows.map((row) => ({ ...row, page: place(row.page) }));
    for (const [at, row] of this.#rows.entries()) {
      const siblings = this.#siblings(row.parent);
      row.index = siblings.length;
      siblings.push(row);
      this.#at.set(row.key, at);
    }
  }

  /**
   * The rows below one, or of the first level.
   * @param {string | null} key
   * @param {number} from
   * @param {number} count
   */
  below(key, from, count) {
    const rows = this.#siblings(key === null ? null : this.#at.get(key));
    return { total: rows.length, rows: rows.slice(from, from + count) };
  }

  /**
   * The way to a row from the root.
   * @param {string} key
   */
  path(key) {
    return { path: this.#around(this.#at.get(key)).map((row) => ({ key: row.key, index: row.index })) };
  }

  /**
   * Those that show something, in their names or texts.
   * @param {string} wanted
   */
  search(wanted) {
    const text = folded(wanted);
    /** @param {string | null} said */
    const has = (said) => said && folded(said).includes(text);
    const found = [];
    for (const [at, row] of this.#rows.entries()) {
      if (found.length >= MOST) break;
      if (![...names(row), row.standard, row.text].some(has)) continue;
      found.push({ ...row, path: this.#around(at).slice(0, -1).map((each) => each.key) });
    }
    return { rows: found, next: null };
  }

  /**
   * The place of the page in the file that a row belongs to; null if there is no such row.
   * @param {string} key
   */
  pageOf(key) {
    return this.#rows[this.#at.get(key)]?.page ?? null;
  }

  /** @param {number | null | undefined} parent */
  #siblings(parent) {
    const place = parent ?? null;
    if (!this.#below.has(place)) this.#below.set(place, []);
    return this.#below.get(place);
  }

  /** @param {number | undefined} at */
  #around(at) {
    const path = [];
    for (let row = this.#rows[at]; row; row = this.#rows[row.parent]) path.unshift(row);
    return path;
  }
}
