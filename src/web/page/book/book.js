// The data of a book: all in the page itself, or in a folder beside it, from which they come as they are needed.
// Pages count from 0 here, and from 1 in the names of data.

import { dropOldest } from '../cache.js';
import { blob, json } from '../embedded/data.js';
import { Beside } from './beside.js';
import { findIn, fold } from './find_text.js';

// Pages that are kept.
const KEPT = 40;

export class Book {
  #summary;
  #beside;
  /** @type {Map<number, Promise<BookPageData>>} */
  #pages = new Map();
  /** @type {Map<number, Promise<string[]>>} */
  #texts = new Map();

  /** @param {BookSummary} summary */
  constructor(summary) {
    this.#summary = summary;
    this.#beside = summary.folder === null ? null : new Beside(summary.folder);
  }

  async outline() {
    return { items: this.#summary.outline };
  }

  /**
   * The text of a page with its places, and what is known of its picture.
   * @param {number} page
   */
  page(page) {
    const known = this.#pages.get(page) ?? this.#data(`page-${page + 1}`);
    this.#pages.delete(page);
    this.#pages.set(page, known);
    known.catch(() => this.#pages.delete(page));
    dropOldest(this.#pages, KEPT);
    return known;
  }

  /**
   * The picture of a page: its address, or the file itself.
   * @param {number} page
   * @param {string} extension
   */
  picture(page, extension) {
    return this.#picture(`picture-${page + 1}`, extension);
  }

  /** @param {number} page */
  async thumbnail(page) {
    const extension = this.#summary.thumbnails[page];
    if (extension === null) throw new Error('The page has no picture.');
    return this.#picture(`thumbnail-${page + 1}`, extension);
  }

  /**
   * Looks for text in some pages from one on. A hit has its page, its number among those on the page, and its
   * surroundings; where it is on the page is known when the page is there.
   * @param {string} q
   * @param {number} from
   * @param {number} count
   * @param {AskOptions} [options]
   */
  async search(q, from, count, { signal } = {}) {
    const wanted = fold(q.trim().replace(/\s+/g, ' '));
    const hits = [];
    const { texts: each, page_count: pages } = this.#summary;
    let page = from;
    if (wanted !== '') {
      const number = Math.floor(from / each);
      const texts = await this.#text(number + 1);
      signal?.throwIfAborted();
      for (; page < Math.min((number + 1) * each, pages) && hits.length < count; page++) {
        for (const hit of findIn(texts[page - number * each], wanted)) hits.push({ page, boxes: [], ...hit });
      }
    } else page = pages;
    return { hits, next: page < pages ? page : null, searched: page - from };
  }

  /** @param {number} number */
  #text(number) {
    const known = this.#texts.get(number);
    if (known) return known;
    /** @type {Promise<string[]>} */
    const coming = this.#data(`text-${number}`);
    coming.catch(() => this.#texts.delete(number));
    this.#texts.set(number, coming);
    return coming;
  }

  /**
   * @template T
   * @param {string} name
   * @returns {Promise<T>}
   */
  async #data(name) {
    /** @type {T | undefined} */
    const data = await (this.#beside ? this.#beside.load(name) : json(name));
    if (data === undefined) throw new Error(`There is no ${name} in the file.`);
    return data;
  }

  /**
   * @param {string} name
   * @param {string} extension
   */
  #picture(name, extension) {
    const file = this.#beside ? this.#beside.address(name, extension) : blob(name);
    if (file === null) throw new Error(`There is no ${name} in the file.`);
    return file;
  }
}
