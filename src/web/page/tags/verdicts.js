// The verdicts on the pages, read bit by bit once they are wanted, and known to the layer of the page.

import { isAbort } from '../api.js';
import { pointsOf, saysOf } from './findings.js';

// Pages that are asked for at once.
const AT_ONCE = 50;

export class Verdicts {
  #workspace;
  /** @type {Map<number, ScoredVerdict>} */
  #pages = new Map();
  /** @type {number | null} */
  #next = 0;
  /** @type {AbortController | null} */
  #stop = null;
  /** @type {unknown} */
  error = null;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    workspace.state.on(['layers'], () => workspace.state.layers.has('verdicts') && this.start());
  }

  /** The number of pages that have been read. */
  get count() {
    return this.#next ?? this.#workspace.summary.page_count;
  }

  /** The pages that have been read, each with its `points`. */
  get all() {
    return [...this.#pages.values()];
  }

  /**
   * The verdict on a page, if it has been read.
   * @param {number | null} page
   */
  of(page) {
    return page === null ? undefined : this.#pages.get(page);
  }

  /**
   * The places on a page that tags or geometry have otherwise.
   * @param {number} page
   */
  onPage(page) {
    const findings = this.#pages.get(page)?.findings ?? [];
    return findings.flatMap((finding) =>
      finding.places.map((place) => ({
        bbox: place.bbox,
        mark: `by-${finding.by} ${finding.fault ? 'fault' : 'difference'}`,
        what: `${finding.fault ? 'fault: ' : ''}${saysOf({ ...finding, count: 1 })}`,
      })),
    );
  }

  /** Reads on. */
  async start() {
    const { api, summary } = this.#workspace;
    if (this.#stop || this.#next === null || !summary.roads.includes('tags')) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.error = null;
    try {
      while (this.#next !== null && !signal.aborted) {
        const { pages, next } = await api.verdicts(this.#next, AT_ONCE, { signal });
        for (const page of pages) this.#pages.set(page.page, { ...page, points: pointsOf(page) });
        // An answer that does not go on would be asked for without end.
        this.#next = next !== null && next > this.#next ? next : null;
        this.#tell();
      }
    } catch (error) {
      if (isAbort(error)) return;
      this.error = error;
      this.#tell();
    }
    this.#stop = null;
  }

  /** Waits until it is started again. */
  stop() {
    this.#stop?.abort();
    this.#stop = null;
  }

  #tell() {
    const { state } = this.#workspace;
    state.set({ verdictsAt: state.verdictsAt + 1 });
  }
}

/**
 * The key of the smallest element, `{key, bbox}`, that is around most of a box.
 * @param {{ key: string, bbox: Box }[]} elements
 * @param {Box} bbox
 */
export function elementAt(elements, [x0, y0, x1, y1]) {
  /** @param {Box} bbox */
  const area = ([a, b, c, d]) => Math.max(0, c - a) * Math.max(0, d - b);
  /** @param {Box} bbox */
  const shared = ([a, b, c, d]) => area([Math.max(a, x0), Math.max(b, y0), Math.min(c, x1), Math.min(d, y1)]);
  const around = elements.filter(({ key, bbox }) => key && bbox && shared(bbox) > 0.5 * area([x0, y0, x1, y1]));
  // Of two that are as large, the inner one, which comes behind the other.
  return around.reverse().sort((a, b) => area(a.bbox) - area(b.bbox))[0]?.key ?? null;
}
