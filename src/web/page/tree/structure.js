// The tree of the document: its structure elements, or the pages as they were analysed.

import { isAbort, messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { radioGroup } from '../frame/choice.js';
import { pageName, pageNameElement } from '../pages/thumbnails.js';
import { VirtualRows } from '../rows.js';
import { TreeView } from './view.js';

// Rows that a search lists before it asks whether to go on.
const AT_ONCE = 200;
const ROADS = { tags: 'Structure', layout: 'Analysed page' };

/**
 * The content of a row of the tree.
 * @param {TreeRow} row
 * @param {Workspace} workspace
 */
export function rowContent(row, { state, summary }) {
  const dot = h('span', { class: 'dot' });
  const choice = state.names.get(row.name);
  dot.style.setProperty('--colour', choice?.shown ? choice.colour : 'transparent');
  const { standard, namespace } = row;
  return [
    dot,
    h('span', {
      class: 'name',
      text: isPage(row) ? `Page ${pageName(summary, row.page ?? 0)}` : visible(row.name),
      title: row.namespace ? `namespace ${row.namespace}` : null,
    }),
    standard && standard !== row.name
      ? h('span', { class: 'standard', text: visible(standard), title: 'standard type' })
      : null,
    row.namespace
      ? h('span', { class: 'namespace', text: visible(shortNamespace(row.namespace)), title: row.namespace })
      : null,
    row.text ? h('span', { class: 'text', text: visible(row.text) }) : null,
  ];
}

/**
 * Pages are the outermost rows of the analysed pages.
 * @param {TreeRow} row
 */
function isPage(row) {
  return /^p\d+$/.test(row.key);
}

/** @param {string} namespace */
function shortNamespace(namespace) {
  return namespace.replace(/\/+$/, '').split(/[/:]/).at(-1) || namespace;
}

export class StructureTree {
  #workspace;
  #state;
  /** @type {TreeView<TreeRow> | null} */
  #tree = null;
  #place = h('div', { class: 'tree-place' });
  #search;
  #timer = 0;
  #generation = 0;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    this.#state = workspace.state;
    const roads = workspace.summary.roads;
    const choices = roads.map((road) => ({ value: road, text: ROADS[road] }));
    const choice = radioGroup('Tree', 'data-road', choices, (road) => workspace.chooseRoad(road));
    this.#state.watch(['road'], () => choice.check(this.#state.road));
    this.#search = new TreeSearch(workspace, (row) => workspace.select(row.key));
    this.element = h(
      'div',
      { class: 'panel' },
      h('div', { class: 'tree-head' }, roads.length > 1 ? choice.element : null, this.#search.element),
      this.#search.results,
      this.#place,
    );
    let { road } = this.#state;
    this.#state.on(['analysis'], () => {
      if (road === this.#state.road) this.renew();
      else this.#make();
      road = this.#state.road;
    });
    this.#state.on(['names'], () => this.#tree?.refresh());
    this.#state.on(['element'], () => this.#state.element === null && this.#unselect());
    this.#make();
  }

  focus() {
    this.#tree?.element.focus();
  }

  /**
   * Opens the tree at an element.
   * @param {string} key
   */
  async reveal(key) {
    const tree = this.#tree;
    const generation = ++this.#generation;
    try {
      const { path } = await this.#workspace.api.treePath(this.#state.analysis, key);
      const isWanted = () => tree === this.#tree && generation === this.#generation;
      if (isWanted()) await tree?.reveal(path, isWanted);
    } catch (error) {
      if (!isAbort(error)) this.#workspace.say(messageOf(error));
    }
  }

  async #make() {
    const { road } = this.#state;
    const tree = new TreeView({
      name: ROADS[road],
      fetch: this.#fetch(),
      content: (row) => rowContent(row, this.#workspace),
      choose: (row, isDone) => this.#choose(row, isDone),
    });
    this.#tree = tree;
    this.#place.replaceChildren(tree.element);
    try {
      await tree.start();
      if (this.#state.element) await this.reveal(this.#state.element);
    } catch (error) {
      this.#place.replaceChildren(h('p', { class: 'note error', text: messageOf(error) }));
    }
  }

  /** @returns {FetchChildren<TreeRow>} */
  #fetch() {
    const { analysis } = this.#state;
    return (parent, from, count) => this.#workspace.api.tree(analysis, parent, from, count);
  }

  /** The tree of another analysis of the same kind: what is open stays open. */
  async renew() {
    try {
      await this.#tree?.renew(this.#fetch());
    } catch (error) {
      this.#workspace.say(messageOf(error));
    }
  }

  /** No row is selected any more, and none that is on its way becomes so. */
  #unselect() {
    this.#generation++;
    clearTimeout(this.#timer);
    this.#tree?.unselect();
    this.#search.unselect();
  }

  /**
   * While a key is held down, only the row where it ends is selected.
   * @param {TreeRow} row
   * @param {boolean} isDone
   */
  #choose(row, isDone) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#workspace.select(row.key, { fromTree: true }), isDone ? 0 : 120);
  }
}

/** Searches the names of the rows and the texts beside them, and what elements say of themselves. */
class TreeSearch {
  #workspace;
  /** @type {TreeRow[]} */
  #rows = [];
  /** @type {number | null} */
  #next = null;
  #list;
  #status = h('span', { class: 'status', role: 'status' });
  #query = '';
  /** @type {AbortController | null} */
  #stop = null;
  #more;

  /**
   * @param {Workspace} workspace
   * @param {(row: TreeRow) => void} choose
   */
  constructor(workspace, choose) {
    this.#workspace = workspace;
    const input = h('input', {
      type: 'search',
      placeholder: 'Search the tree',
      'aria-label': 'Search the tree',
      spellcheck: 'false',
      id: 'tree-search',
    });
    this.element = h(
      'form',
      { class: 'tree-search', role: 'search', on: { submit: (event) => event.preventDefault() } },
      input,
    );
    const list = h('div', { class: 'tree-hits', role: 'listbox', 'aria-label': 'Found in the tree' });
    this.#list = new VirtualRows(list, {
      make: (index) => this.#row(index),
      activate: (index) => choose(this.#rows[index]),
      moved: (index) => choose(this.#rows[index]),
    });
    this.#more = button('More', { act: () => this.#ask() });
    this.results = h(
      'div',
      { class: 'tree-results', hidden: true },
      h('div', { class: 'row' }, this.#status, this.#more),
      list,
    );
    let timer = 0;
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#start(input.value), 250);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'ArrowDown') {
        event.preventDefault();
        if (this.#rows.length) {
          list.focus();
          this.#list.reveal(0);
        }
      }
    });
    workspace.state.on(['analysis'], () => this.#start(input.value));
  }

  /** @param {string} query */
  #start(query) {
    this.#stop?.abort();
    this.#query = query;
    this.#rows = [];
    this.#next = null;
    this.#list.active = -1;
    this.#list.refresh(0);
    this.results.hidden = query.trim() === '';
    if (!this.results.hidden) this.#ask();
  }

  /** Takes the selection off the list. */
  unselect() {
    this.#list.active = -1;
  }

  /** Looks for more rows, until there are some or no more. */
  async #ask() {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const wanted = this.#rows.length + AT_ONCE;
    this.#more.hidden = true;
    try {
      do {
        this.#status.textContent = `${counted(this.#rows.length, 'row')}, searching …`;
        const { api, state } = this.#workspace;
        const { rows, next } = await api.treeSearch(state.analysis, this.#query, this.#next, AT_ONCE, { signal });
        this.#rows.push(...rows);
        // An answer that does not go on would be asked for without end.
        this.#next = next !== null && next > (this.#next ?? 0) ? next : null;
        this.#list.refresh(this.#rows.length);
      } while (this.#next !== null && this.#rows.length < wanted);
      this.#more.hidden = this.#next === null;
      this.#status.textContent = `${counted(this.#rows.length, 'row')}${this.#next === null ? '' : ', and more'}`;
    } catch (error) {
      if (!isAbort(error)) this.#status.textContent = messageOf(error);
    }
  }

  /** @param {number} index */
  #row(index) {
    const row = this.#rows[index];
    const page = row.page === null ? null : pageNameElement(this.#workspace.summary, row.page);
    return h(
      'div',
      { class: 'tree-row', role: 'option', 'aria-setsize': this.#rows.length, 'aria-posinset': index + 1 },
      rowContent(row, this.#workspace),
      page,
    );
  }
}
