// Where pages are that stand one below the other: computed from the runs of equal sizes that the program gives,
// so that 10,000 pages need no list.

/** The space between pages, and before the first, in pixels. */
export const GAP = 14;

export class Offsets {
  #runs = [];
  #scale = 1;
  count = 0;

  /** `sizes` are `[count, width, height]` in points, one after the other. */
  constructor(sizes) {
    let height = 0;
    for (const [count, width, tall] of sizes) {
      this.#runs.push({ first: this.count, before: height, width, height: tall });
      this.count += count;
      height += count * tall;
    }
    this.total = height;
    // So that a document without pages has a size, too.
    if (this.#runs.length === 0) this.#runs.push({ first: 0, before: 0, width: 595, height: 842 });
  }

  /** Pixels for a point. */
  get scale() {
    return this.#scale;
  }
  set scale(scale) {
    this.#scale = scale;
  }

  /** Of a page, in points. */
  size(page) {
    const { width, height } = this.#run((run) => run.first <= page);
    return { width, height };
  }

  /** The upper edge of a page, in pixels. */
  top(page) {
    const run = this.#run((run) => run.first <= page);
    return GAP * (page + 1) + (run.before + (page - run.first) * run.height) * this.#scale;
  }

  get length() {
    return GAP * (this.count + 1) + this.total * this.#scale;
  }

  /** The page at a distance from the beginning; the space before a page belongs to it. */
  at(offset) {
    const start = (run) => GAP * run.first + run.before * this.#scale;
    const run = this.#run((run) => start(run) <= offset);
    const page = run.first + Math.floor((offset - start(run)) / (GAP + run.height * this.#scale));
    return Math.max(0, Math.min(page, this.count - 1));
  }

  /** The last run for which a test holds that holds for the first ones. */
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
