// A long list that the program gives in parts: each part is asked for when a row of it is first wanted.

import { isAbort } from './api.js';

const PART = 200;

/** @template T */
export class Chunks {
  #fetch;
  #onChange;
  /**
   * The rows of each part, or the promise of them.
   * @type {Map<number, T[] | Promise<void>>}
   */
  #parts = new Map();
  /** @type {unknown} */
  error = null;

  /**
   * `fetch(from, count)` promises `{total, rows}`; `onChange` is called when rows have come.
   * @param {FetchPart<T>} fetch
   * @param {() => void} onChange
   * @param {number} [total]
   */
  constructor(fetch, onChange, total = 0) {
    this.#fetch = fetch;
    this.#onChange = onChange;
    this.total = total;
  }

  /**
   * A row, or undefined as long as it is on its way.
   * @param {number} index
   */
  at(index) {
    const part = Math.floor(index / PART);
    const known = this.#parts.get(part);
    if (known === undefined) this.load(part);
    return Array.isArray(known) ? known[index % PART] : undefined;
  }

  /**
   * Waits until a row is there.
   * @param {number} index
   */
  loadRow(index) {
    return this.load(Math.floor(index / PART));
  }

  /** Asks for a part of the list, once. */
  async load(part = 0) {
    if (!this.#parts.has(part)) this.#parts.set(part, this.#ask(part));
    await this.#parts.get(part);
  }

  /** @param {number} part */
  async #ask(part) {
    try {
      const { total, rows } = await this.#fetch(part * PART, PART);
      this.total = total;
      this.#parts.set(part, rows);
      this.#onChange();
    } catch (error) {
      this.#parts.set(part, []);
      if (isAbort(error)) return;
      this.error = error;
      this.#onChange();
    }
  }
}
