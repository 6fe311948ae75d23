// A source of data without a server: answers from the blocks of a page that is one file. It holds some pages of a
// document, which count from 0 in the answers, whatever their places in the document.

import { blob, json } from './data.js';
import { find } from './find.js';
import { EmbeddedTree } from './tree.js';

/** There is no such thing in the file. */
class Missing extends Error {}

export class EmbeddedSource {
  #read = new Map();

  /**
   * Answers what `Api` asks for: paths are those of the server.
   * @param {string} path
   */
  async json(path) {
    const url = new URL(path, 'file:///');
    const [, , document, what, ...rest] = url.pathname.split('/');
    const ask = Object.fromEntries(url.searchParams);
    if (document === 'documents') return { documents: [await this.#summary()] };
    const answers = {
      undefined: () => this.#summary(),
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
    const { pages } = await this.#summary();
    const picture = blob(`picture-${pages[index]}`);
    if (!picture) throw new Missing(await json(`no-picture-${pages[index]}`) ?? 'The page could not be drawn.');
    return picture;
  }

  /**
   * A block, which is read once.
   * @param {string} name
   */
  async #block(name) {
    if (!this.#read.has(name)) this.#read.set(name, json(name));
    const found = await this.#read.get(name);
    if (found === undefined) throw new Missing(`There is no ${name} in the file.`);
    return found;
  }

  #summary() {
    return this.#block('summary');
  }

  /** @param {string | undefined} analysis */
  async #road(analysis) {
    return analysis ?? (await this.#summary()).road;
  }

  /** The place of a page of the document among those of the file; null if it is not there. */
  async #placer() {
    const { pages } = await this.#summary();
    const places = new Map(pages.map((page, index) => [page, index]));
    return (page) => places.get(page) ?? null;
  }

  /**
   * @param {string | undefined} analysis
   * @param {number} index
   */
  async #ofPage(analysis, index) {
    const { pages } = await this.#summary();
    return this.#block(`page-${pages[index]}-${await this.#road(analysis)}`);
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
    /** @param {OutlineItem[]} items */
    const placed = (items) =>
      items.map((item) => ({ ...item, page: place(item.page), items: placed(item.items) }));
    return { items: placed((await this.#block('outline')).items) };
  }

  /** @param {string | undefined} analysis */
  async #rows(analysis) {
    const name = `tree-${await this.#road(analysis)}`;
    if (!this.#read.has(`${name} rows`)) {
      const place = await this.#placer();
      const { rows } = await this.#block(name);
      this.#read.set(`${name} rows`, new EmbeddedTree(rows, place));
    }
    return this.#read.get(`${name} rows`);
  }

  /**
   * @param {Record<string, string>} query
   * @param {string | undefined} what
   */
  async #tree({ analysis, parent, from = 0, count, key, q }, what) {
    if (what === 'names') return (await this.#block(`tree-${await this.#road(analysis)}`)).names;
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
    const { pages } = await this.#summary();
    const hits = [];
    for (const index of pages.keys())
      hits.push(...find((await this.#ofPage(analysis, index)).layers, index, wanted));
    return { hits, next: null, searched: pages.length };
  }
}
