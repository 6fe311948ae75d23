// The picture of a page, as fine as the zoom shows it. While a finer one comes, the one that is there is stretched.

import { isAbort, messageOf } from '../api.js';
import { button, h } from '../dom.js';

// While the zoom changes, only the last size is asked for.
const DELAY = 120;

export class Picture {
  #workspace;
  #page;
  #missing;
  #width;
  /** @type {HTMLImageElement | null} */
  #image = null;
  /** @type {AbortController | null} */
  #stop = null;
  #timer = 0;
  #wanted = 0;
  #got = 0;
  #hasStarted = false;

  /**
   * `missing` is called with the reason why the picture cannot be shown, and with null when it is shown.
   * @param {PageHost} workspace
   * @param {number} page
   * @param {Size} size
   * @param {(why: string | null) => void} missing
   */
  constructor(workspace, page, { width }, missing) {
    this.#missing = missing;
    this.#workspace = workspace;
    this.#page = page;
    this.#width = width;
    this.element = h('div', { class: 'picture' });
  }

  /** The page stays on the screen: gets its first picture. */
  start() {
    this.#hasStarted = true;
    this.#get();
  }

  /**
   * Wants the picture at a scale, in pixels of the page for a point.
   * @param {number} scale
   */
  show(scale) {
    // A picture exactly as wide as the page is on the screen is not blurred.
    const wanted = (Math.round(this.#width * scale) * devicePixelRatio) / Math.max(1, this.#width);
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (!this.#hasStarted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#get(), DELAY);
  }

  close() {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#forget();
  }

  async #get() {
    if (!this.#workspace.summary.pictures) {
      this.#missing('');
      return;
    }
    if (this.#got === this.#wanted) return;
    this.#stop?.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const wanted = this.#wanted;
    this.element.classList.add('coming');
    try {
      const blob = await this.#workspace.api.picture(this.#page, wanted.toFixed(4), { signal });
      const image = h('img', { alt: '', draggable: 'false', src: URL.createObjectURL(blob) });
      await image.decode();
      if (signal.aborted) {
        URL.revokeObjectURL(image.src);
        return;
      }
      this.#forget();
      this.#image = image;
      this.#got = wanted;
      this.element.replaceChildren(image);
      this.#missing(null);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      // The old picture is better than none.
      if (!this.#image) {
        this.element.replaceChildren(this.#failure(messageOf(error)));
        this.#missing(messageOf(error));
      }
    }
    this.element.classList.remove('coming');
  }

  /** @param {string} why */
  #failure(why) {
    const again = button('Try again', {
      act: (event) => {
        event.stopPropagation();
        this.element.replaceChildren();
        this.#get();
      },
    });
    return h('div', { class: 'no-picture' }, h('p', { role: 'status', text: `No picture: ${why}` }), again);
  }

  #forget() {
    if (this.#image) URL.revokeObjectURL(this.#image.src);
    this.#image = null;
  }
}
