// Scrolling over any length. Browsers end elements at 33 million pixels, which 10,000 pages at 300 % exceed. So
// above a limit the scrolled space is shorter than what it stands for: small steps move by their own size, and
// the scroll bar's thumb by its share of the whole.

const LIMIT = 15_000_000;

export class Scroller {
  #viewport;
  #space;
  #length = 0;
  #offset = 0;
  #top = 0;
  #onScroll;

  /**
   * `viewport` is the element that scrolls; `onScroll` is called after each move, and once a frame at most.
   * @param {HTMLElement} viewport
   * @param {() => void} onScroll
   */
  constructor(viewport, onScroll) {
    this.#viewport = viewport;
    this.#onScroll = onScroll;
    this.#space = document.createElement('div');
    this.#space.className = 'scroll-space';
    viewport.append(this.#space);
    viewport.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    viewport.addEventListener('scrollend', () => this.#settle());
  }

  /** The element for the scrolled content. */
  get space() {
    return this.#space;
  }

  /** The distance from the beginning to the upper edge of what is seen. */
  get offset() {
    return this.#offset;
  }

  get height() {
    return this.#viewport.clientHeight;
  }

  get length() {
    return this.#length;
  }

  set length(length) {
    this.#length = length;
    this.#space.style.height = `${Math.min(length, LIMIT)}px`;
  }

  /**
   * Shows what is at a distance from the beginning.
   * @param {number} offset
   */
  scrollTo(offset) {
    this.#offset = Math.max(0, Math.min(offset, this.#length - this.height));
    this.#settle();
    this.#onScroll();
  }

  /**
   * The place in the space for a distance from the beginning.
   * @param {number} offset
   */
  place(offset) {
    return offset - this.#offset + this.#viewport.scrollTop;
  }

  get #isScaled() {
    return this.#length > LIMIT;
  }

  #share() {
    return (this.#length - this.height) / Math.max(1, LIMIT - this.height);
  }

  #scrolled() {
    const top = this.#viewport.scrollTop;
    const step = top - this.#top;
    if (step === 0) return;
    this.#top = top;
    if (!this.#isScaled) this.#offset = top;
    else if (Math.abs(step) < 3 * this.height) {
      this.#offset = Math.max(0, Math.min(this.#offset + step, this.#length - this.height));
    } else this.#offset = top * this.#share();
    this.#onScroll();
  }

  /** Puts the thumb where the offset is: between steps, because it would end a smooth scroll. */
  #settle() {
    const top = this.#isScaled ? this.#offset / this.#share() : this.#offset;
    if (Math.abs(top - this.#viewport.scrollTop) >= 1) this.#viewport.scrollTop = top;
    this.#top = this.#viewport.scrollTop;
    if (this.#isScaled) this.#onScroll();
  }
}
