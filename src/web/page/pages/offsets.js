// The places of pages that stand one below the other: computed from the runs of equal sizes that the program gives,
// so that 10,000 pages need no list. Each page has its own scale, so that pages of unequal width can fill the pane.

/** @typedef {Size & { first: number, count: number, scale: number, before: number }} Sized */

/** The space between pages, and before the first, in pixels. */
export const GAP = 14;

export class Offsets {
  /** @type {Sized[]} */
  #runs = [];
  #total = 0;
  count = 0;

  /**
   * `sizes` are `[count, width, height]` in points, one after the other.
   * @param {[number, number, number][]} sizes
   */
  constructor(sizes) {
    for (const [count, width, height] of sizes) {
      this.#runs.push({ first: this.count, count, width, height, scale: 1, before: 0 });
      this.count += count;
    }
    // So that a document without pages has a size, too.
    if (this.#runs.length === 0) this.#runs.push({ first: 0, count: 0, width: 595, height: 842, scale: 1, before: 0 });
    this.layOut(() => 1);
  }

  /**
   * Places all pages anew; `scaleOf({width, height})` gives the pixels for a point of pages of this size.
   * @param {(size: Size) => number} scaleOf
   */
  layOut(scaleOf) {
    let before = 0;
    for (const run of this.#runs) {
      run.scale = scaleOf(run);
      run.before = before;
      before += run.count * run.height * run.scale;
    }
    this.#total = before;
  }

  /**
   * The size of a page, in points.
   * @param {number} page
   */
  size(page) {
    const { width, height } = this.#run((run) => run.first <= page);
    return { width, height };
  }

  /**
   * Pixels for a point of a page.
   * @param {number} page
   */
  scale(page) {
    return this.#run((run) => run.first <= page).scale;
  }

  /**
   * The upper edge of a page, in pixels.
   * @param {number} page
   */
  top(page) {
    const run = this.#run((run) => run.first <= page);
    return GAP * (page + 1) + run.before + (page - run.first) * run.height * run.scale;
  }

  get length() {
    return GAP * (this.count + 1) + this.#total;
  }

  /**
   * The page at a distance from the beginning; the space before a page belongs to it.
   * @param {number} offset
   */
  at(offset) {
    /** @param {Sized} run */
    const start = (run) => GAP * run.first + run.before;
    const run = this.#run((run) => start(run) <= offset);
    const page = run.first + Math.floor((offset - start(run)) / (GAP + run.height * run.scale));
    return Math.max(0, Math.min(page, run.first + run.count - 1, this.count - 1));
  }

  /**
   * The last run for which a test holds that holds for the first ones.
   * @param {(run: Sized) => boolean} test
   */
  #run(test) {
    let [low, high] = [0, this.#runs.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (test(this.#runs[middle])) low = middle;
      else high = middle - 1;
    }
    return this.#runs[low];
  }
}
