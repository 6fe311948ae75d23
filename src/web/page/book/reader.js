// A book on the screen: the bar, the pane with the ways through it, and the pages.

import { button, closest, h } from '../dom.js';
import { pageControls } from '../frame/page_controls.js';
import { tabs } from '../frame/tabs.js';
import { zoomControls } from '../frame/zoom_controls.js';
import { Find } from '../pages/find.js';
import { outline } from '../pages/outline.js';
import { pace } from '../pages/pace.js';
import { PageScroll } from '../pages/scroll.js';
import { thumbnails } from '../pages/thumbnails.js';
import { stateOf } from '../state.js';
import { keys } from './keys.js';
import { BookPage } from './page.js';
import { locate } from './page_text.js';
import { copied } from './text_layer.js';
import { touch } from './touch.js';

// Up to this width the pane lies over the pages.
const NARROW = 700;

export class Reader {
  /** Whether no pages rush by: then their content is loaded at once. */
  isCalm = pace();

  /**
   * `api` gives the data of the book, `summary` is what it is as a whole.
   * @param {Book} api
   * @param {BookSummary} summary
   */
  constructor(api, summary) {
    this.api = api;
    this.summary = summary;
    /** @type {StateOf<BookState>} */
    this.state = stateOf({
      page: pageOf(location.hash, summary),
      zoom: 'width',
      scale: 1,
      view: 'pages',
      isOpen: innerWidth > NARROW,
      left: summary.outline.length ? 'outline' : 'thumbnails',
      hits: new Map(),
      hit: null,
      selection: null,
      pointed: null,
    });
    this.scroll = new PageScroll(this);
    this.finder = new Find(this);
    this.element = this.#build();
    keys(this);
    touch(this);
    this.#follow();
  }

  /**
   * @param {number} page
   * @param {Size} size
   */
  makePage(page, size) {
    return new BookPage(this, page, size);
  }

  /** @param {{ page: number }} target */
  show({ page }) {
    this.goTo(page);
  }

  /**
   * Shows a height on a page, in points.
   * @param {number} page
   * @param {number | null} [y]
   */
  goTo(page, y = null) {
    page = Math.max(0, Math.min(page, this.summary.page_count - 1));
    this.state.set({ page });
    if (y !== null) this.scroll.goTo(page, y);
    if (innerWidth <= NARROW) this.state.set({ isOpen: false });
  }

  /**
   * Shows what was found, as soon as it is known where it is.
   * @param {BookHit} hit
   */
  async showHit(hit) {
    if (hit.boxes.length === 0) {
      try {
        locate(await this.api.page(hit.page), [hit]);
      } catch {
        // The page itself says what is wrong.
      }
    }
    if (this.state.hit === hit) this.scroll.revealBox(hit.page, hit.boxes[0]);
  }

  /**
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoomBy(factor, x, y) {
    this.scroll.zoomBy(factor, x, y);
  }

  find() {
    this.state.set({ isOpen: true, left: 'find' });
    this.finder.focus();
  }

  /** @param {number} by */
  findNext(by) {
    this.finder.step(by);
  }

  focusPageNumber() {
    /** @type {HTMLElement | null} */ (this.element.querySelector('#page-number'))?.focus();
  }

  /** Opens the pane, or closes it. */
  toggle() {
    this.state.set({ isOpen: !this.state.isOpen });
  }

  #build() {
    const { state, summary } = this;
    const { row, panels } = tabs(
      state,
      'left',
      [
        { name: 'thumbnails', label: 'Pages', panel: () => thumbnails(this) },
        ...(summary.outline.length ? [{ name: 'outline', label: 'Contents', panel: () => outline(this) }] : []),
        { name: 'find', label: 'Find', panel: this.finder.element },
      ],
      'Ways through the book',
    );
    const pane = h('aside', { class: 'left', id: 'pane', 'aria-label': 'Ways through the book' }, row, panels);
    const opener = button('☰', {
      label: 'Pages, contents, search',
      'aria-controls': 'pane',
      act: () => this.toggle(),
    });
    const main = h('main', { class: 'book-view' }, pane, this.scroll.element);
    const element = h(
      'div',
      { class: 'workspace book' },
      h(
        'header',
        { class: 'toolbar' },
        h('div', { class: 'group' }, opener),
        h('h1', { class: 'document', text: summary.title, title: summary.title }),
        h('span', { class: 'space' }),
        pageControls(this),
        zoomControls(state),
        h('div', { class: 'group' }, button('⌕', { label: 'Find (Ctrl F)', act: () => this.find() })),
      ),
      main,
    );
    document.body.append(element);
    state.watch(['isOpen'], () => {
      pane.hidden = !state.isOpen;
      opener.setAttribute('aria-expanded', String(state.isOpen));
    });
    return element;
  }

  #follow() {
    const { state } = this;
    state.on(['hits', 'hit'], () => {
      for (const view of this.scroll.views) view.mark();
    });
    let timer = 0;
    state.on(['page'], () => {
      clearTimeout(timer);
      timer = setTimeout(() => history.replaceState(null, '', `#page=${state.page + 1}`), 200);
    });
    addEventListener('hashchange', () => this.goTo(pageOf(location.hash, this.summary)));
    document.addEventListener('copy', (event) => {
      const selection = getSelection();
      if (!selection || (!closest(event, '.pages') && !selection.anchorNode?.parentElement?.closest('.pages'))) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', copied(selection.toString()));
    });
  }
}

/**
 * The page that an address names: `#page=12`, from 1.
 * @param {string} hash
 * @param {BookSummary} summary
 */
function pageOf(hash, summary) {
  const number = Number.parseInt(new URLSearchParams(hash.slice(1)).get('page') ?? '1', 10);
  return Math.max(0, Math.min((number || 1) - 1, summary.page_count - 1));
}
