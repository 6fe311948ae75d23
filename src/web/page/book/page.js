// A page of a book on the screen: its picture, its text over that, and what the search found.

import { messageOf } from '../api.js';
import { h, svg } from '../dom.js';
import { marks } from '../layers/marks.js';
import { locate } from './page_text.js';
import { textLayer } from './text_layer.js';

// A page that is only scrolled past is not loaded.
const DELAY = 50;

export class BookPage {
  #reader;
  /** @type {BookPageData | null} */
  #data = null;
  #marks;
  #picture = h('div', { class: 'picture coming' });
  #timer;
  /** @type {string | null} */
  #address = null;
  #isClosed = false;

  /**
   * @param {Reader} reader
   * @param {number} page
   * @param {Size} size
   */
  constructor(reader, page, size) {
    this.#reader = reader;
    this.page = page;
    this.size = size;
    this.#marks = svg('svg', {
      class: 'marks',
      viewBox: `0 0 ${size.width} ${size.height}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    });
    const label = `Page ${reader.summary.labels?.[page] ?? page + 1}`;
    this.element = h(
      'div',
      { class: 'page', 'data-page': page, role: 'group', 'aria-label': label },
      this.#picture,
      this.#marks,
    );
    this.#timer = setTimeout(() => this.#load(), reader.isCalm() ? 0 : DELAY);
  }

  /** True while text of the page is selected: a selection may go on over pages that are scrolled away. */
  get isHeld() {
    const selection = getSelection();
    return selection !== null && !selection.isCollapsed && selection.containsNode(this.element, true);
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.element.remove();
  }

  /**
   * @param {number} top
   * @param {number} left
   * @param {number} scale
   */
  place(top, left, scale) {
    const { style } = this.element;
    style.top = `${top}px`;
    style.left = `${left}px`;
    const { width, height } = this.size;
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    style.width = `${across}px`;
    style.height = `${down}px`;
    // The text is as large as the picture, which fills the page.
    style.setProperty('--across', String(across / Math.max(1, width)));
    style.setProperty('--down', String(down / Math.max(1, height)));
  }

  async #load() {
    let data;
    try {
      data = await this.#reader.api.page(this.page);
    } catch (error) {
      this.#picture.classList.remove('coming');
      this.#picture.append(h('p', { class: 'no-picture', role: 'status', text: messageOf(error) }));
      return;
    }
    if (this.#isClosed) return;
    this.#data = data;
    this.#show(data.picture);
    if (data.no_picture)
      this.#picture.append(h('p', { class: 'no-picture', role: 'status', text: `No picture: ${data.no_picture}` }));
    this.#picture.after(textLayer(data, this.size));
    this.mark();
  }

  /** @param {BookPageData['picture']} picture */
  #show(picture) {
    this.#picture.classList.remove('coming');
    this.element.classList.toggle('is-only-text', !picture);
    if (!picture) return;
    const { width, height } = this.size;
    const [x0, y0, x1, y1] = picture.box;
    const file = this.#reader.api.picture(this.page, picture.extension);
    if (typeof file !== 'string') this.#address = URL.createObjectURL(file);
    const image = h('img', {
      alt: '',
      draggable: 'false',
      src: this.#address ?? file,
      style: {
        left: `${(x0 / width) * 100}%`,
        top: `${(y0 / height) * 100}%`,
        width: `${((x1 - x0) / width) * 100}%`,
        height: `${((y1 - y0) / height) * 100}%`,
      },
    });
    image.addEventListener('error', () => this.element.classList.add('is-only-text'));
    this.#picture.replaceChildren(image);
  }

  /** Draws what was found on the page. */
  mark() {
    const { state } = this.#reader;
    const hits = /** @type {BookHit[]} */ (state.hits.get(this.page) ?? []);
    if (this.#data)
      locate(
        this.#data,
        hits.filter(({ boxes }) => boxes.length === 0),
      );
    this.#marks.replaceChildren(...marks(this.page, state, null, this.size));
  }
}
