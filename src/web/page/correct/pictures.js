// The pictures of lines. Few are asked for at once, the latest first, so that corrections need not wait for them:
// browsers open six connections to a server.

// Pictures that are asked for at once.
const AT_ONCE = 3;

/** @typedef {{ ask(): Promise<Blob>, done(blob: Promise<Blob>): void, signal?: AbortSignal }} WaitingPicture */

export class LinePictures {
  #workspace;
  /** @type {WaitingPicture[]} */
  #waiting = [];
  #running = 0;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
  }

  /**
   * The picture of a part of a page, with letters x that are `xheight` pixels of the screen high.
   * @param {number} page @param {Box} box @param {number} xheight @param {AskOptions} [options]
   * @returns {Promise<Blob>}
   */
  get(page, box, xheight, options = {}) {
    const ask = () => this.#workspace.api.linePicture(page, box, xheight * devicePixelRatio, options);
    return new Promise((done) => {
      this.#waiting.push({ ask, done, signal: options.signal });
      this.#run();
    });
  }

  #run() {
    while (this.#running < AT_ONCE) {
      const next = this.#waiting.pop();
      if (!next) return;
      if (next.signal?.aborted) continue;
      this.#running++;
      const blob = next.ask();
      next.done(blob);
      blob
        .catch(() => {})
        .then(() => {
          this.#running--;
          this.#run();
        });
    }
  }
}
