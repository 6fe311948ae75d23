// The tree in a page that is one file: all its rows are there.

import { folded } from './find.js';

// Rows that are listed of a search.
const MAX_ROWS = 1000;

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

/** @typedef {EmbeddedRow & { index: number }} PlacedRow */

export class EmbeddedTree {
  #rows;
  /** @type {Map<number | null, PlacedRow[]>} */
  #below = new Map();
  /** @type {Map<string, number>} */
  #at = new Map();

  /**
   * `rows` hold the places of those that they are in; `place` tells where in the file a page is.
   * @param {EmbeddedRow[]} rows
   * @param {(page: number | null) => number | null} place
   */
  constructor(rows, place) {
    this.#rows = rows.map((given) => {
      const siblings = this.#siblings(given.parent);
      const row = { ...given, page: place(given.page), index: siblings.length };
      siblings.push(row);
      return row;
    });
    for (const [at, row] of this.#rows.entries()) this.#at.set(row.key, at);
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
      if (found.length >= MAX_ROWS) break;
      if (![...names(row), row.standard, row.text].some(has)) continue;
      found.push({
        ...row,
        path: this.#around(at)
          .slice(0, -1)
          .map((each) => each.key),
      });
    }
    return { rows: found, next: null };
  }

  /**
   * The index of a row's page in the file; null for an unknown row.
   * @param {string} key
   */
  pageOf(key) {
    return this.#rows[this.#at.get(key) ?? -1]?.page ?? null;
  }

  /** @param {number | null | undefined} parent */
  #siblings(parent) {
    const place = parent ?? null;
    const siblings = this.#below.get(place) ?? [];
    this.#below.set(place, siblings);
    return siblings;
  }

  /** @param {number | undefined} at */
  #around(at) {
    const path = [];
    for (let row = this.#rows[at ?? -1]; row; row = this.#rows[row.parent ?? -1]) path.unshift(row);
    return path;
  }
}
