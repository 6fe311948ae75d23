// A source of data without a server: answers from the blocks of a page that is one file. It holds some pages of a
// document, which count from 0 in the answers, whatever their places in the document.

import { blob, json } from './data.js';
import { find } from './find.js';
import { EmbeddedTree } from './tree.js';

/** There is no such thing in the file. */
class Missing extends Error {}

/** @implements {Source} */
export class EmbeddedSource {
  /** @type {Map<string, Promise<unknown>>} */
  #read = new Map();
  /** @type {Map<string, EmbeddedTree>} */
  #trees = new Map();

  /**
   * Answers what `Api` asks for: paths are those of the server.
   * @template T
   * @param {string} path
   * @returns {Promise<T>}
   */
  async json(path) {
    return /** @type {T} */ (await this.#answer(path));
  }

  /** @param {string} path */
  async #answer(path) {
    const url = new URL(path, 'file:///');
    const [, , document, what, ...rest] = url.pathname.split('/');
    const ask = Object.fromEntries(url.searchParams);
    if (document === 'documents') return { documents: [await this.#summary()] };
    if (what === undefined) return this.#summary();
    /** @type {Record<string, (() => Promise<unknown>) | undefined>} */
    const answers = {
      outline: () => this.#outline(),
      pages: () => this.#page(ask.analysis, Number(rest[0]), rest[1]),
      tree: () => this.#tree(ask, rest[0]),
      element: () => this.#element(ask.analysis, ask.key),
      search: () => this.#search(ask.analysis, ask.q),
    };
    const answer = answers[what];
    if (!answer) throw new Missing('This is not in the file.');
    return answer();
  }

  /** @param {string} path */
  async blob(path) {
    const [, index] = /\/pages\/(\d+)\//.exec(path) ?? [];
    const page = (await this.#pages())[Number(index)];
    const picture = blob(`picture-${page}`);
    if (!picture) throw new Missing((await json(`no-picture-${page}`)) ?? 'The page could not be drawn.');
    return picture;
  }

  /**
   * A block, which is read once.
   * @template T
   * @param {string} name
   * @returns {Promise<T>}
   */
  async #block(name) {
    const coming = this.#read.get(name) ?? json(name);
    this.#read.set(name, coming);
    const found = await coming;
    if (found === undefined) throw new Missing(`There is no ${name} in the file.`);
    return /** @type {T} */ (found);
  }

  /** @returns {Promise<Summary>} */
  #summary() {
    return this.#block('summary');
  }

  /** The indices of the pages in the document. */
  async #pages() {
    return (await this.#summary()).pages ?? [];
  }

  /** @param {string | undefined} analysis */
  async #road(analysis) {
    return analysis ?? (await this.#summary()).road;
  }

  /** The place of a page of the document among those of the file; null if it is not there. */
  async #placer() {
    const places = new Map((await this.#pages()).map((page, index) => [page, index]));
    return (/** @type {number | null} */ page) => (page === null ? null : (places.get(page) ?? null));
  }

  /**
   * @param {string | undefined} analysis
   * @param {number} index
   * @returns {Promise<EmbeddedPage>}
   */
  async #ofPage(analysis, index) {
    return this.#block(`page-${(await this.#pages())[index]}-${await this.#road(analysis)}`);
  }

  /**
   * @param {string | undefined} analysis
   * @param {number} index
   * @param {string | undefined} part
   */
  async #page(analysis, index, part) {
    const page = await this.#ofPage(analysis, index);
    return part === 'characters' ? page.characters : { ...page.layers, index };
  }

  async #outline() {
    const place = await this.#placer();
    /** @type {(items: OutlineItem[]) => OutlineItem[]} */
    const placed = (items) => items.map((item) => ({ ...item, page: place(item.page), items: placed(item.items) }));
    /** @type {Outline} */
    const { items } = await this.#block('outline');
    return { items: placed(items) };
  }

  /**
   * @param {string | undefined} analysis
   * @returns {Promise<EmbeddedTreeData>}
   */
  async #treeData(analysis) {
    return this.#block(`tree-${await this.#road(analysis)}`);
  }

  /** @param {string | undefined} analysis */
  async #rows(analysis) {
    const road = await this.#road(analysis);
    const known = this.#trees.get(road);
    if (known) return known;
    const tree = new EmbeddedTree((await this.#treeData(road)).rows, await this.#placer());
    this.#trees.set(road, tree);
    return tree;
  }

  /**
   * @param {Record<string, string>} query
   * @param {string | undefined} what
   */
  async #tree({ analysis, parent, from = '0', count, key, q }, what) {
    if (what === 'names') return (await this.#treeData(analysis)).names;
    const tree = await this.#rows(analysis);
    if (what === 'path') return tree.path(key);
    if (what === 'search') return tree.search(q);
    return tree.below(parent ?? null, Number(from), Number(count));
  }

  /**
   * @param {string | undefined} analysis
   * @param {string} key
   */
  async #element(analysis, key) {
    const [tree, place] = [await this.#rows(analysis), await this.#placer()];
    const page = tree.pageOf(key);
    const element = page === null ? null : (await this.#ofPage(analysis, page)).elements[key];
    if (!element) throw new Missing(`There is nothing ${key} in the tree.`);
    const pages = element.pages.map((each) => ({ ...each, index: place(each.index) }));
    return { ...element, pages: pages.filter(({ index }) => index !== null) };
  }

  /**
   * @param {string | undefined} analysis
   * @param {string} wanted
   */
  async #search(analysis, wanted) {
    const pages = await this.#pages();
    /** @type {Hit[]} */
    const hits = [];
    for (const index of pages.keys()) hits.push(...find((await this.#ofPage(analysis, index)).layers, index, wanted));
    return { hits, next: null, searched: pages.length };
  }

  /**
   * Nothing in the file leads to a download.
   * @param {string} path
   */
  address(path) {
    return path;
  }
}
