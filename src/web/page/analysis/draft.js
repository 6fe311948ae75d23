// The user's changes to the analysis. The program makes a new analysis after every change, and `state.analysis`
// names it. Only the newest change counts; the requests of those before are ended.

import { ApiError, isAbort, messageOf } from '../api.js';
import { changed, isSame, valueOf, without } from './options.js';

// The options by which tags are read or not.
const ROAD = ['page-analysis', 'tagged', 'road'];

/**
 * The source of order and structure by the options: `tags`, `layout`, or `auto`, which is either of them.
 * @param {string[]} options
 */
function readBy(options) {
  const road = valueOf(options, 'road');
  if (valueOf(options, 'page-analysis') !== null || road === 'geometry') return 'layout';
  return road === 'auto' ? 'auto' : 'tags';
}

export class Draft {
  #workspace;
  #state;
  #given;
  #timer = 0;
  /** @type {AbortController | null} */
  #stop = null;
  // The analysis that was made last, and the one before, which requests may still need.
  /** @type {string | null} */
  #made = null;
  /** @type {string | null} */
  #old = null;

  /**
   * @param {Workspace} workspace
   * @param {CommandLine} given
   */
  constructor(workspace, given) {
    this.#workspace = workspace;
    this.#state = workspace.state;
    this.#given = given;
    // The address may name the other road.
    if (this.road !== this.#state.road) this.setRoad(this.#state.road);
    this.#state.on(['draft'], () => this.#later());
    workspace.api.gone = (analysis) => analysis === this.#state.analysis && this.renew();
  }

  /**
   * The initial changes: those of the command line.
   * @param {CommandLine | null} command
   * @returns {AnalysisChanges}
   */
  static start(command) {
    return { options: command?.options ?? [], only: null, mapping: null, modules: null };
  }

  /** Whether nothing is changed, except perhaps the road. */
  get isGiven() {
    const { options, only, mapping, modules } = this.#state.draft;
    const isAsGiven = isSame(without(options, ROAD), without(this.#given.options, ROAD));
    // Tags alone, and tags or geometry, differ.
    const by = [readBy(options), readBy(this.#given.options)];
    const isOther = by[0] !== by[1] && by[0] !== 'layout' && by.includes('auto');
    return isAsGiven && !isOther && only === null && !mapping && !modules;
  }

  /**
   * Changes something; while one types, a moment later.
   * @param {Partial<AnalysisChanges>} changes
   * @param {number} [delay]
   */
  set(changes, delay = 0) {
    this.#delay = delay;
    this.#state.set({ draft: { ...this.#state.draft, ...changes } });
  }

  #delay = 0;

  /**
   * Changes an option: true for one without a value, null to leave it out.
   * @param {string} name
   * @param {string | boolean | null} value
   * @param {number} [delay]
   */
  setOption(name, value, delay = 0) {
    this.set({ options: changed(this.#state.draft.options, name, value) }, delay);
  }

  /**
   * Reads tags, the geometry (`layout`), or either (`auto`).
   * @param {string} road
   */
  setRoad(road) {
    const options = without(this.#state.draft.options, ROAD);
    const isStrict = valueOf(this.#given.options, 'tagged') !== null;
    if (road === 'layout') options.push('--page-analysis');
    else if (road === 'auto') options.push('--road=auto');
    else if (isStrict) options.push('--tagged');
    this.set({ options });
  }

  /** The chosen source of order and structure: `tags`, `layout`, `auto`. */
  get choice() {
    return readBy(this.#state.draft.options);
  }

  /** The road that the options ask for, as far as the document has it. */
  get road() {
    return this.choice === 'layout' || !this.#workspace.summary.roads?.includes('tags') ? 'layout' : 'tags';
  }

  /** Puts everything back as the command line has it. */
  reset() {
    this.set(Draft.start(this.#given));
  }

  /** Has everything read anew: the program has let the analysis go, or a file holds something else. */
  renew() {
    this.#old = null;
    this.#made = null;
    this.#workspace.api.forget();
    if (this.isGiven) this.#state.set({ analysis: null });
    this.#apply();
  }

  close() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    if (this.#delay === 0) this.#apply();
    else this.#timer = setTimeout(() => this.#apply(), this.#delay);
    this.#delay = 0;
  }

  async #apply() {
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { options, only, mapping, modules } = this.#state.draft;
    if (this.isGiven) {
      this.#show(this.road, this.road, null);
      return;
    }
    const changes = { options, only, mapping, modules, instead: this.#old };
    this.#state.set({ isAnalysing: true });
    try {
      const made = await this.#workspace.api.analyse(changes, { signal });
      if (made.key !== this.#made) [this.#old, this.#made] = [this.#made, made.key];
      this.#show(made.key, made.road, made);
    } catch (error) {
      if (isAbort(error)) return;
      const place = error instanceof ApiError ? error.details : {};
      this.#state.set({ isAnalysing: false, problem: { error: messageOf(error), ...place } });
    }
  }

  /**
   * @param {string} analysis
   * @param {RoadName} road
   * @param {MadeAnalysis | null} made
   */
  #show(analysis, road, made) {
    this.#state.set({ analysis, road, isAnalysing: false, problem: null, made });
  }
}
