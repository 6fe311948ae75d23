// A page on the screen: its picture, the layers over it, and the marks of what is selected, found and pointed at.

import { isAbort, messageOf } from '../api.js';
import { h, svg } from '../dom.js';
import { drawLayers } from '../layers/draw.js';
import { marks } from '../layers/marks.js';
import { errorNote, notes } from './notes.js';
import { Picture } from './picture.js';

// A page that is only scrolled past is not asked for.
const DELAY = 50;

export class PageView {
  #workspace;
  #state;
  #stop = new AbortController();
  #layers;
  #marks;
  /** @type {HTMLElement | null} */
  #notes = null;
  #picture;
  /** @type {Map<string, SVGGElement>} */
  #drawn = new Map();
  /** @type {Character[] | null} */
  #characters = null;
  #hasStarted = false;
  #isMissing = false;
  /** @type {PageData | null} */
  #data = null;
  /** @type {string | null} */
  #error = null;

  /**
   * @param {PageHost} workspace
   * @param {number} page
   * @param {Size} size
   */
  constructor(workspace, page, size) {
    this.#workspace = workspace;
    this.#state = workspace.state;
    this.page = page;
    this.size = size;
    const viewBox = `0 0 ${size.width} ${size.height}`;
    this.#layers = svg('svg', {
      class: 'layers',
      viewBox,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    });
    this.#marks = svg('svg', { class: 'marks', viewBox, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.#picture = new Picture(workspace, page, size, (why) => this.#miss(why));
    this.element = h(
      'div',
      { class: 'page', 'data-page': page, role: 'group', 'aria-label': `Page ${page + 1}` },
      this.#picture.element,
      this.#layers,
      this.#marks,
    );
    this.#timer = setTimeout(() => this.#load(), workspace.isCalm() ? 0 : DELAY);
  }

  #timer;

  /** The page leaves the screen: nothing is waited for any more. */
  close() {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#picture.close();
    this.element.remove();
  }

  /**
   * @param {number} top
   * @param {number} left
   * @param {number} scale
   */
  place(top, left, scale) {
    const style = this.element.style;
    style.top = `${top}px`;
    style.left = `${left}px`;
    style.width = `${Math.round(this.size.width * scale)}px`;
    style.height = `${Math.round(this.size.height * scale)}px`;
    // For things that are as large at any zoom.
    style.setProperty('--scale', String(scale));
    this.#picture.show(scale);
  }

  /** The page is read in another way: what is there stays until the new data has come. */
  reload() {
    if (!this.#hasStarted) return;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#load();
  }

  async #load() {
    this.#hasStarted = true;
    this.#picture.start();
    const { signal } = this.#stop;
    let [data, failure] = [/** @type {PageData | null} */ (null), /** @type {string | null} */ (null)];
    try {
      data = await this.#workspace.api.page(this.page, this.#state.analysis, { signal });
      this.element.setAttribute('aria-label', `Page ${data.number}`);
    } catch (error) {
      if (isAbort(error)) return;
      failure = messageOf(error);
    }
    // An answer that was kept comes although nobody waits for it any more.
    if (signal.aborted) return;
    [this.#data, this.#error] = [data, failure];
    this.#characters = null;
    for (const layer of [...this.#drawn.keys()]) this.forget(layer);
    this.redraw();
    this.mark();
  }

  /**
   * Shows the page's text while its picture is missing. `why` is the reason; null when the picture has come.
   * @param {string | null} why
   */
  #miss(why) {
    const isMissing = why !== null;
    if (this.#isMissing === isMissing) return;
    this.#isMissing = isMissing;
    this.element.classList.toggle('is-missing', isMissing && why !== '');
    this.redraw();
  }

  /** The state; if the picture is missing, with the text switched on. */
  get #shown() {
    if (!this.#isMissing) return this.#state;
    return { ...this.#state, layers: new Set([...this.#state.layers, 'text']) };
  }

  /** Draws the layers that are switched on and not drawn yet, and hides the others. */
  redraw() {
    this.#notes?.remove();
    this.#notes = this.#error !== null ? errorNote(this.#error) : this.#data && notes(this.#data, this.#state.layers);
    if (this.#notes) this.element.append(this.#notes);
    const { contents } = this;
    if (!contents) return;
    this.element.classList.toggle('without-picture', !this.#state.layers.has('picture'));
    this.element.classList.toggle('with-text', this.#state.layers.has('text'));
    if (this.#state.layers.has('characters')) this.#loadCharacters();
    drawLayers(this.#layers, this.#drawn, this.#shown, contents);
  }

  async #loadCharacters() {
    if (this.#characters) return;
    this.#characters = [];
    try {
      const { characters } = await this.#workspace.api.characters(this.page, this.#state.analysis, {
        signal: this.#stop.signal,
      });
      this.#characters = characters;
      this.forget('characters');
      this.redraw();
    } catch (error) {
      if (!isAbort(error)) this.#workspace.say(messageOf(error));
    }
  }

  /** The items of the page, as far as they are loaded. */
  get contents() {
    if (!this.#data) return null;
    return {
      ...this.#data,
      characters: this.#characters ?? [],
      faults: this.#workspace.faults.onPage(this.page),
      verdicts: this.#workspace.verdicts.onPage(this.page),
    };
  }

  /**
   * A layer has to be drawn again.
   * @param {string} layer
   */
  forget(layer) {
    this.#drawn.get(layer)?.remove();
    this.#drawn.delete(layer);
  }

  /** Draws what is selected, found and pointed at. */
  mark() {
    this.#marks.replaceChildren(...marks(this.page, this.#state, this.contents, this.size));
  }
}
