// Writes corrections to the server, one after the other. What is not written yet is kept in the browser: the next visit
// sends it, also if the tab was closed.

import { ApiError } from '../api.js';

// Milliseconds after which a failed request is sent again.
const AGAIN = 2000;
// Milliseconds between signs of life, by which the server knows that several tabs are open.
const PRESENCE = 5000;
// The status of an answer to a request that does not know the latest state, because another tab wrote.
const STALE = 409;
const FORBIDDEN = 403;
const UNAVAILABLE = 503;
const TAB = 'corrections tab';

/**
 * A request that waits: `operations` are those that it writes, if any.
 * @typedef {{ operations: PageCorrection[] | null, send(seq: number): Promise<any>, isUncertain: boolean,
 *   done(answer: any): void, failed(error: unknown): void }} Waiting
 */

export class Journal {
  #api;
  #state;
  #host;
  #key;
  /** A name that the tab keeps when it is reloaded, but that a copy of it does not have. */
  #tab = sessionStorage.getItem(TAB) ?? crypto.randomUUID();
  #seq = 0;
  /** @type {Waiting[]} */
  #queue = [];
  /** What is typed but not taken over. @type {PageCorrection[] | null} */
  #draft = null;
  /** What earlier visits could not send. @type {PageCorrection[][]} */
  #left = [];
  #isRunning = false;
  #timer = 0;
  #isClosed = false;

  /**
   * `host.stale(operations)` promises the operations that still are wanted after another tab wrote; `host.changed()` is
   * called when the file was changed by another tab.
   * @param {Workspace} workspace @param {StateOf<CorrectState>} state
   * @param {{ stale(operations: PageCorrection[]): Promise<PageCorrection[]>, changed(): unknown }} host
   */
  constructor({ api, summary, signal }, state, host) {
    sessionStorage.removeItem(TAB);
    addEventListener('pagehide', () => sessionStorage.setItem(TAB, this.#tab), { signal });
    this.#api = api;
    this.#state = state;
    this.#host = host;
    this.#key = `unsent corrections ${summary.id} ${summary.name}`;
    // Other tabs see by the lock that this one is open.
    const isClosed = new Promise((resolve) => signal.addEventListener('abort', resolve));
    navigator.locks?.request(this.#ownKey, () => isClosed);
  }

  /** Where this tab keeps what it has not sent. */
  get #ownKey() {
    return `${this.#key} ${this.#tab}`;
  }

  /** Whether something is not saved yet. */
  get isWaiting() {
    return this.#queue.length > 0;
  }

  /** Asks for the state of the file, and sends what this tab or a closed one could not send. */
  async open() {
    await this.#takeLeft();
    await this.#refresh();
    while (this.#left.length > 0) {
      const wanted = await this.#host.stale(this.#left[0]);
      this.#left.shift();
      if (wanted.length > 0) this.write(wanted).catch(() => {});
      else this.#keep();
    }
    this.#present();
  }

  /** Takes over what was kept by this tab before it was loaded again, and by tabs that are closed. */
  async #takeLeft() {
    const { locks } = navigator;
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(`${this.#key} `))) {
      const take = (/** @type {Lock | null} */ lock) => {
        if (!lock && locks) return;
        this.#left.push(...JSON.parse(localStorage.getItem(key) ?? '[]'));
        this.#keep();
        if (key !== this.#ownKey) localStorage.removeItem(key);
      };
      // Without locks, tabs cannot see each other; what is sent twice is needless.
      if (key === this.#ownKey || !locks) take(/** @type {any} */ ({}));
      else await locks.request(key, { ifAvailable: true }, take);
    }
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /**
   * Writes operations as one step of undo.
   * @param {PageCorrection[]} operations @returns {Promise<CorrectionResult[]>}
   */
  async write(operations) {
    this.#draft = null;
    const answer = await this.#enqueue(operations, (seq, wanted) =>
      this.#api.correct({ seq, tab: this.#tab, change: { make: wanted } }),
    );
    return answer?.results ?? [];
  }

  /**
   * Changes the file in another way. Promises the pages that changed, from 1.
   * @param {OtherChange} change @returns {Promise<number[]>}
   */
  async change(change) {
    const answer = await this.#enqueue(null, (seq) => this.#api.correct({ seq, tab: this.#tab, change }));
    if (typeof change !== 'string' && 'settle' in change) await this.#refresh();
    return answer?.pages ?? [];
  }

  /**
   * @param {PageCorrection[] | null} operations
   * @param {(seq: number, operations: PageCorrection[]) => Promise<any>} send @returns {Promise<any>}
   */
  #enqueue(operations, send) {
    return new Promise((done, failed) => {
      /** @type {Waiting} */
      const waiting = {
        operations,
        isUncertain: false,
        send: (seq) => send(seq, waiting.operations ?? []),
        done,
        failed,
      };
      this.#queue.push(waiting);
      this.#keep();
      this.#run();
    });
  }

  /** Remembers what is typed but not written yet; with null, nothing. @param {PageCorrection[] | null} operations */
  draft(operations) {
    this.#draft = operations;
    this.#keep();
  }

  /** Keeps the operations that wait, in case that the tab is closed or crashes. */
  #keep() {
    const waiting = [...this.#left, ...this.#queue.map(({ operations }) => operations), this.#draft];
    const batches = waiting.filter((operations) => operations !== null);
    if (batches.length === 0) localStorage.removeItem(this.#ownKey);
    else localStorage.setItem(this.#ownKey, JSON.stringify(batches));
  }

  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#queue.length > 0 && !this.#isClosed) {
      if (this.#state.saving === 'saved') this.#state.set({ saving: 'saving' });
      const [first] = this.#queue;
      const isDone = await this.#try(first);
      if (isDone) {
        this.#queue.shift();
        this.#keep();
      } else await new Promise((resolve) => setTimeout(resolve, this.#state.saving === 'failing' ? AGAIN : 0));
    }
    this.#isRunning = false;
    if (!this.#isClosed) this.#state.set({ saving: 'saved' });
  }

  /** Sends a request once. Returns false if it must be sent again. @param {Waiting} waiting */
  async #try(waiting) {
    try {
      if (waiting.isUncertain && (await this.#hasArrived())) {
        await this.#refresh();
        waiting.done(null);
        return true;
      }
      waiting.isUncertain = false;
      const answer = await waiting.send(this.#seq);
      this.#state.set({ saving: 'saving' });
      this.#took(answer);
      waiting.done(answer);
      return true;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : -1;
      if (status === 0 || status === UNAVAILABLE) {
        waiting.isUncertain = true;
        this.#state.set({ saving: 'failing' });
        return false;
      }
      if (status === STALE && waiting.operations) return this.#catchUp(waiting, waiting.operations);
      const { book } = this.#state;
      // Undo would take back what the other tab did.
      if (status === STALE) await Promise.allSettled([this.#refresh(), this.#host.changed()]);
      if (status === FORBIDDEN && book && error instanceof Error)
        this.#state.set({ book: { ...book, writable: false, why: error.message } });
      waiting.failed(error);
      return true;
    }
  }

  /**
   * Whether a request was carried out although its answer did not come: the file has advanced, and no other tab can
   * have done it.
   */
  async #hasArrived() {
    const { seq, others } = await this.#api.presence(this.#tab);
    return seq > this.#seq && others === 0;
  }

  /**
   * Reads the changes of another tab. Returns true if the request must not be repeated.
   * @param {Waiting} waiting @param {PageCorrection[]} operations
   */
  async #catchUp(waiting, operations) {
    try {
      await this.#refresh();
      waiting.operations = await this.#host.stale(operations);
    } catch {
      this.#state.set({ saving: 'failing' });
      return false;
    }
    if (waiting.operations.length > 0) return false;
    waiting.done(null);
    return true;
  }

  /** @param {Partial<Corrected> & { seq: number }} answer */
  #took({ seq, undo, redo, states }) {
    this.#seq = seq;
    const { book } = this.#state;
    if (!book) return;
    // A document may have thousands of pages: their states are not copied.
    Object.assign(book.states, states);
    this.#state.set({ book: { ...book, seq, undo: undo ?? book.undo, redo: redo ?? book.redo } });
  }

  async #refresh() {
    const book = await this.#api.corrections(this.#tab);
    this.#seq = book.seq;
    this.#state.set({ book });
  }

  async #present() {
    try {
      const { others, seq } = await this.#api.presence(this.#tab);
      const { book } = this.#state;
      if (book && book.others !== others) this.#state.set({ book: { ...book, others } });
      if (seq > this.#seq && !this.isWaiting) {
        await this.#refresh();
        this.#host.changed();
      }
    } catch {
      // The next request that writes says it.
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#present(), PRESENCE);
  }
}
