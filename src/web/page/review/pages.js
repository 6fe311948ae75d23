// The measures of the pages, read bit by bit while the view is looked at.

import { isAbort } from '../api.js';
import { reasons, score } from './score.js';

// Pages that are asked for at once.
const AT_ONCE = 50;

export class ReviewedPages {
  #workspace;
  #onChange;
  /** @type {PageMeasures[]} */
  #read = [];
  /** @type {number | null} */
  #next = 0;
  /** @type {string | null} */
  #analysis = null;
  /** @type {AbortController | null} */
  #stop = null;
  /** @type {unknown} */
  error = null;

  /**
   * `onChange` is called when pages have come.
   * @param {Workspace} workspace
   * @param {() => void} onChange
   */
  constructor(workspace, onChange) {
    this.#workspace = workspace;
    this.#onChange = onChange;
  }

  /** The number of pages that have been read. */
  get count() {
    return this.#read.length;
  }

  /**
   * The pages that have been read, with their reasons and scores.
   * @returns {ReviewedPage[]}
   */
  get all() {
    const { faults } = this.#workspace;
    return this.#read.map((page) => {
      // Faults only count by a standard that the document claims.
      const faulty = faults.report?.claimed ? faults.countOnPage(page.page) : 0;
      const why = reasons(page, faulty);
      return { ...page, reasons: why, score: score(why) };
    });
  }

  /** Reads on, or anew if the analysis is another. */
  async start() {
    const { api, state } = this.#workspace;
    if (this.#analysis !== state.analysis) {
      this.stop();
      this.#analysis = state.analysis;
      [this.#read, this.#next] = [[], 0];
    }
    if (this.#stop) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.error = null;
    this.#onChange();
    try {
      while (this.#next !== null && !signal.aborted) {
        const { pages, next } = await api.review(this.#analysis, this.#next, AT_ONCE, { signal });
        this.#read.push(...pages);
        // An answer that does not go on would be asked for without end.
        this.#next = next !== null && next > this.#next ? next : null;
        this.#onChange();
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.error = error;
      this.#onChange();
    }
    this.#stop = null;
  }

  /** Waits until it is started again. */
  stop() {
    this.#stop?.abort();
    this.#stop = null;
  }
}
