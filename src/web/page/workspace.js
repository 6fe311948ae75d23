// One document on the screen: its state, its panes, and the links between them.

import { isAbort, messageOf } from './api.js';
import * as address from './address.js';
import { Draft } from './analysis/draft.js';
import { analysisPane } from './analysis/pane.js';
import { compareView } from './compare/view.js';
import { elementPane, loadElement } from './details/element.js';
import { Faults, faultsPane } from './details/faults.js';
import { layersPane } from './details/layers.js';
import { operatorsPane } from './details/operators.js';
import { closest, h, visible } from './dom.js';
import { ask } from './frame/ask.js';
import { keys } from './frame/keys.js';
import { say } from './frame/messages.js';
import { offers } from './frame/offers.js';
import { NARROW } from './frame/panes.js';
import { splitter } from './frame/splitter.js';
import { tabs } from './frame/tabs.js';
import { toolbar, VIEWS, viewsOf } from './frame/toolbar.js';
import { LAYERS } from './layers/list.js';
import { Find } from './pages/find.js';
import { outline } from './pages/outline.js';
import { pace } from './pages/pace.js';
import { PageView } from './pages/page.js';
import { pointing } from './pages/pointing.js';
import { PageScroll } from './pages/scroll.js';
import { thumbnails } from './pages/thumbnails.js';
import { scriptPane } from './script/pane.js';
import { Scripts } from './script/scripts.js';
import { elementAt, Verdicts } from './tags/verdicts.js';
import { tagsView } from './tags/view.js';
import { reviewView } from './review/view.js';
import { stateOf } from './state.js';
import { StructureTree } from './tree/structure.js';
import { fontsView } from './views/fonts.js';
import { imagesView } from './views/images.js';
import { metadataView } from './views/metadata.js';
import { objectsView } from './views/objects.js';

/** @typedef {Record<string, (workspace: Workspace) => { element: HTMLElement }>} ViewMakers */

/** @type {ViewMakers} */
const OTHER_VIEWS = {
  compare: compareView,
  review: reviewView,
  tags: tagsView,
  fonts: fontsView,
  images: imagesView,
  objects: objectsView,
  metadata: metadataView,
};

// The panes between which F6 moves the focus.
const PANES =
  '.pane-tabs [role=tab], [role=tree], [role=listbox], #pages, #correct-sheet, .correct-lines, .right [role=tab], [role=grid], .detail, .review-lists';

// The least width of a window in which a pane is open at first, in pixels.
const LEAST_WITH_PANE = 720;

export class Workspace {
  #stop = new AbortController();
  #makers;
  /** @type {AbortController | null} */
  #selecting = null;
  /** @type {Map<string, HTMLElement>} */
  #views = new Map();
  /** @type {StateOf<WorkspaceState>} */
  state;
  /** The user's changes, if the document can be read in other ways. @type {Draft | null} */
  draft = null;
  /** @type {Scripts | null} */
  scripts = null;
  /** The comparison, when it has been opened. @type {CompareView | null} */
  differences = null;
  /** Whether no pages rush by: then their content is asked for at once. */
  isCalm = pace();

  /**
   * `summary` is what the program says of the document; `documents` are all that it has open, and `command` is its
   * command line, if the document can be read in other ways. `views` are views that only some programs have.
   * @param {DocumentApi} api
   * @param {Summary} summary
   * @param {{ documents: DocumentEntry[], command?: CommandLine | null }} list
   * @param {(id: number | string) => void} chooseDocument
   * @param {ViewMakers} [views]
   */
  constructor(api, summary, { documents, command = null }, chooseDocument, views = {}) {
    this.api = api;
    this.#makers = { ...OTHER_VIEWS, ...views };
    this.summary = summary;
    this.command = command;
    this.state = stateOf({ ...this.#from(address.read()), ...STARTING, draft: Draft.start(command) });
    if (command) {
      this.draft = new Draft(this, command);
      this.scripts = new Scripts(this, command, this.draft);
      this.#askBeforeLeaving();
    }
    this.faults = new Faults(this);
    this.verdicts = new Verdicts(this);
    this.scroll = new PageScroll(this);
    this.tree = new StructureTree(this);
    this.finder = new Find(this);
    this.element = this.#build(toolbar(this, documents, (id) => this.#leave(() => chooseDocument(id))));
    pointing(this, this.scroll);
    keys(this, this.#stop.signal);
    this.#follow();
    addEventListener('popstate', () => this.#back(), { signal: this.#stop.signal });
    if (this.state.element) this.select(this.state.element, { isFirst: true });
    document.title = `${summary.title || summary.name} – pdfa2hocr`;
  }

  close() {
    this.#stop.abort();
    this.draft?.close();
    this.element.remove();
  }

  #askBeforeLeaving() {
    /** @param {BeforeUnloadEvent} event */
    const leaving = (event) => {
      if (this.scripts?.unsaved.length) event.preventDefault();
    };
    addEventListener('beforeunload', leaving, { signal: this.#stop.signal });
  }

  /**
   * Leaves the document, unless the user wants to keep a text that is in no file.
   * @param {() => void} go
   */
  async #leave(go) {
    const names = this.scripts?.unsaved.map(({ name }) => name) ?? [];
    const text = `What you wrote in ${names.join(', ')} is not saved.`;
    const answers = [{ value: 'leave', text: 'Leave, and lose it' }];
    if (names.length === 0 || (await ask('Leave this document?', text, answers))) go();
  }

  /** Ends when the document is closed. */
  get signal() {
    return this.#stop.signal;
  }

  /** @param {string} text */
  say(text) {
    say(text);
  }

  /**
   * A page on the screen.
   * @param {number} page
   * @param {Size} size
   */
  makePage(page, size) {
    return new PageView(this, page, size);
  }

  /**
   * Changes what is shown, as a step that one can go back from.
   * @param {Partial<WorkspaceState>} changes
   */
  show(changes) {
    this.state.set(changes);
    this.#name(true);
  }

  /**
   * Shows a page, and a height on it, in points.
   * @param {number} page
   * @param {number | null} [y]
   */
  goTo(page, y = null) {
    page = Math.max(0, Math.min(page, this.summary.page_count - 1));
    // In a view that shows one page, the same view of it.
    const stays = ['compare', 'correct'].includes(this.state.view) && y === null;
    const view = stays ? this.state.view : 'pages';
    this.show({ view, page });
    if (y !== null) this.scroll.goTo(page, y);
  }

  /**
   * Shows a box of a page, and moves only if it is not seen.
   * @param {number} page
   * @param {Box | null} box
   */
  showBox(page, box) {
    if (this.state.view !== 'pages') this.show({ view: 'pages', page });
    this.scroll.revealBox(page, box);
  }

  /**
   * Shows what was found.
   * @param {Hit} hit
   */
  showHit(hit) {
    this.showBox(hit.page, hit.boxes[0]);
  }

  /**
   * Selects an element, in the tree and on the page; with null, nothing.
   * @param {string | null} key
   * @param {{ fromTree?: boolean, isFirst?: boolean }} [options]
   */
  async select(key, { fromTree = false, isFirst = false } = {}) {
    this.#selecting?.abort();
    this.#selecting = new AbortController();
    this.state.set({ element: key, selection: null });
    this.#name(!isFirst);
    if (key === null) return;
    if (!fromTree) this.tree.reveal(key);
    const selection = await loadElement(this, key, this.#selecting.signal);
    if (selection === undefined || this.state.element !== key) return;
    this.state.set(selection ? { selection } : { element: null });
    const place = selection?.pages.find(({ index }) => index === this.state.page) ?? selection?.pages[0];
    if (place && this.state.view === 'pages') this.scroll.revealBox(place.index, place.bbox);
  }

  /**
   * Shows the tree of the tags, or that of the analysed pages.
   * @param {RoadName} road
   */
  chooseRoad(road) {
    if (road === this.state.road) return;
    if (this.draft) this.draft.setRoad(road);
    else this.state.set({ road, analysis: road });
  }

  /**
   * Leads to a font of the text. One that is written in place has no key, and is found by its name.
   * @param {Pick<Font, 'key' | 'name'>} font
   */
  async showFont({ key, name }) {
    if (!offers(this.summary, 'views', 'fonts')) return;
    /** @param {string | null} full */
    const withoutTag = (full) => full?.replace(/^[A-Z]{6}\+/, '');
    try {
      const byName = async () => {
        const { fonts } = await this.api.fonts();
        return fonts.find((font) => withoutTag(font.name) === withoutTag(name))?.key;
      };
      this.show({ view: 'fonts', font: key ?? (await byName()) ?? this.state.font });
    } catch (error) {
      if (!isAbort(error)) this.say(messageOf(error));
    }
  }

  /**
   * Lists the words in a font beside the pages.
   * @param {Pick<Font, 'key' | 'name'>} font
   */
  listWords(font) {
    this.show({ view: 'pages' });
    this.state.set({ left: 'find', pane: 'left' });
    /** @type {(from: [number, number] | null, count: number, options: AskOptions) => Promise<FontWords>} */
    const ask = (from, count, options) => this.api.fontWords(this.state.analysis, font, from ?? [0, 0], count, options);
    this.finder.list(`Words in ${visible(font.name)}`, ask);
  }

  /**
   * Leads to the place of a fault: on the page, the element, or the object.
   * @param {Pick<Fault, 'page' | 'bbox' | 'element' | 'object'>} fault
   */
  showFault({ page, bbox, element, object }) {
    if (!bbox && element && this.summary.roads.includes('tags')) {
      this.chooseRoad('tags');
      this.show({ view: 'pages' });
      this.select(element);
    } else if (page !== null) {
      const layers = new Set(this.state.layers).add('faults');
      this.state.set({ layers });
      if (bbox) {
        this.showBox(page, bbox);
        this.state.set({ pointed: { page, boxes: [bbox] } });
      } else this.goTo(page);
    } else if (object) this.show({ view: 'objects', object });
  }

  /**
   * Leads to a place that tags or geometry have otherwise, and to the element that is there by the tags.
   * @param {number} page
   * @param {VerdictPlace} place
   */
  async showVerdict(page, { bbox }) {
    this.chooseRoad('tags');
    this.state.set({ layers: new Set(this.state.layers).add('verdicts') });
    this.showBox(page, bbox);
    this.state.set({ pointed: { page, boxes: [bbox] } });
    try {
      const { elements } = await this.api.page(page, 'tags');
      const key = elementAt(elements ?? [], bbox);
      if (key) await this.select(key);
    } catch (error) {
      if (!isAbort(error)) this.say(messageOf(error));
    }
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
    this.show({ view: 'pages' });
    this.state.set({ left: 'find', pane: 'left' });
    this.finder.focus();
  }

  /** @param {number} by */
  findNext(by) {
    this.finder.step(by);
  }

  /**
   * Goes to the next difference of two analyses, or the one before.
   * @param {number} by
   */
  stepDifference(by) {
    if (this.state.view === 'compare') this.differences?.step(by);
  }

  /** The document was corrected: reads again what is shown of it. */
  corrected() {
    this.api.forget();
    this.select(null, { isFirst: true });
    for (const view of this.scroll.views) view.reload?.();
    this.tree.renew();
  }

  /** Selects nothing: no element, no difference, no place that was pointed at. */
  selectNothing() {
    this.select(null);
    this.state.set({ pointed: null });
    this.differences?.choose(null);
  }

  searchTree() {
    this.show({ view: 'pages' });
    this.state.set({ left: 'tree', pane: 'left' });
    this.#focus('#tree-search');
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(selector))?.focus();
  }

  focusPageNumber() {
    this.#focus('#page-number');
  }

  /**
   * Moves the keyboard's focus to the next pane, or the one before.
   * @param {number} by
   */
  nextPane(by) {
    /** @type {NodeListOf<HTMLElement>} */
    const all = this.element.querySelectorAll(PANES);
    const panes = [...all].filter((pane) => pane.checkVisibility() && pane.tabIndex >= 0);
    const at = panes.findIndex((pane) => pane.contains(document.activeElement));
    panes[(at + by + panes.length) % panes.length]?.focus();
  }

  /** @param {Address} named */
  #from(named) {
    const { summary } = this;
    return {
      view: viewsOf(summary).find(({ name }) => name === named.view)?.name ?? 'pages',
      page: Math.max(0, Math.min(named.page ?? 0, summary.page_count - 1)),
      ...this.#roadFrom(named),
      element: named.element,
      font: named.font,
      image: named.image,
      object: named.object,
    };
  }

  /**
   * The road that the address names. The analysis that goes by it stays.
   * @param {Address} named
   */
  #roadFrom(named) {
    const { road, roads } = this.summary;
    const wanted = roads.find((each) => each === named.road) ?? road;
    const stays = this.state?.road === wanted;
    return { road: wanted, analysis: stays ? this.state.analysis : wanted };
  }

  /** @param {HTMLElement} bar */
  #build(bar) {
    const { state } = this;
    const editing = /** @type {EditingWorkspace} */ (this);
    /** @param {Tab[]} list */
    const offered = (list) => list.filter(({ name }) => offers(this.summary, 'tabs', name));
    const left = tabs(
      state,
      'left',
      offered([
        { name: 'tree', label: 'Tree', panel: this.tree.element },
        { name: 'thumbnails', label: 'Pages', panel: () => thumbnails(this) },
        { name: 'outline', label: 'Outline', panel: () => outline(this) },
        { name: 'find', label: 'Find', panel: this.finder.element },
      ]),
      'Ways through the document',
    );
    const right = tabs(
      state,
      'right',
      offered([
        { name: 'element', label: 'Element', panel: elementPane(this) },
        { name: 'layers', label: 'Layers', panel: layersPane(this) },
        ...(this.summary.kind === 'pdf'
          ? [{ name: 'operators', label: 'Operators', panel: () => operatorsPane(this) }]
          : []),
        { name: 'faults', label: 'Faults', title: 'Faults and warnings', panel: () => faultsPane(this) },
        ...(this.command
          ? [
              { name: 'analysis', label: 'Analysis', title: 'How it is read', panel: () => analysisPane(editing) },
              {
                name: 'script',
                label: 'Script',
                title: 'Mapping and modules',
                panel: () => scriptPane(editing),
              },
            ]
          : []),
      ]),
      'What there is to know',
    );
    const pages = h('div', { class: 'pages-view' });
    const wide = innerWidth >= 1600;
    const ways = h('aside', { class: 'left', 'aria-label': 'Ways through the document' }, left.panels);
    const about = h('aside', { class: 'right', 'aria-label': 'What there is to know' }, right.panels);
    pages.append(
      ways,
      splitter(pages, '--left', {
        name: 'Width of the left pane',
        start: wide ? 360 : Math.min(280, innerWidth * 0.25),
      }),
      this.scroll.element,
      splitter(pages, '--right', {
        name: 'Width of the right pane',
        start: wide ? 440 : Math.min(384, innerWidth * 0.35),
        isRight: true,
      }),
      about,
    );
    this.#fold(pages, [
      { name: 'left', row: left.row, aside: ways },
      { name: 'right', row: right.row, aside: about },
    ]);
    const main = h('main', {}, pages);
    const element = h('div', { class: 'workspace' }, bar, main);
    document.body.append(element);
    state.watch(['view'], () => {
      pages.hidden = state.view !== 'pages';
      if (state.view !== 'pages' && !this.#views.has(state.view)) {
        const view = this.#makers[state.view](this).element;
        this.#views.set(state.view, view);
        view.role = 'region';
        view.ariaLabel = VIEWS.find(({ name }) => name === state.view)?.label ?? '';
        main.append(view);
      }
      for (const [name, view] of this.#views) view.hidden = name !== state.view;
    });
    return element;
  }

  /**
   * In a narrow window the tabs of both panes are above the page, and at most one pane is open: the chosen tab opens
   * and closes it.
   * @param {HTMLElement} pages
   * @param {{ name: 'left' | 'right', row: HTMLElement, aside: HTMLElement }[]} sides
   */
  #fold(pages, sides) {
    const { state } = this;
    const strip = h('div', { class: 'pane-tabs' });
    const show = () => {
      if (!NARROW.matches) strip.remove();
      else if (strip.parentNode === null) pages.prepend(strip);
      for (const { name, row, aside } of sides) {
        // A move would take the focus from a tab.
        if (NARROW.matches && row.parentNode !== strip) strip.append(row);
        else if (!NARROW.matches && row.parentNode !== aside) aside.prepend(row);
        const isOpen = state.pane === name;
        aside.classList.toggle('folded', !isOpen);
        for (const tab of row.children) {
          if (NARROW.matches) tab.ariaExpanded = String(isOpen && tab.ariaSelected === 'true');
          else tab.removeAttribute('aria-expanded');
        }
      }
    };
    NARROW.addEventListener('change', show, { signal: this.#stop.signal });
    state.watch(['pane', 'left', 'right'], show);
    for (const { name, row } of sides) {
      state.on([name], () => state.set({ pane: name }));
      // Before the click chooses the tab.
      const click = (/** @type {MouseEvent} */ event) => {
        const isChosen = closest(event, '[role=tab]')?.ariaSelected === 'true';
        state.set({ pane: isChosen && state.pane === name ? null : name });
      };
      row.addEventListener('click', click, { capture: true });
    }
  }

  /** The page follows the state. */
  #follow() {
    const { state } = this;
    /** @param {(view: PageView) => void} act */
    const each = (act) => {
      for (const view of this.scroll.views) if (view instanceof PageView) act(view);
    };
    state.on(['layers'], () => each((view) => view.redraw()));
    state.on(['names'], () =>
      each((view) => {
        view.forget('elements');
        view.redraw();
      }),
    );
    /** @type {[keyof WorkspaceState, string][]} */
    const redrawn = [
      ['orderOf', 'order'],
      ['faultsAt', 'faults'],
      ['verdictsAt', 'verdicts'],
    ];
    for (const [name, layer] of redrawn)
      state.on([name], () =>
        each((view) => {
          view.forget(layer);
          view.redraw();
        }),
      );
    state.on(['selection', 'hits', 'hit', 'pointed'], () => each((view) => view.mark()));
    // A step that one can go back from, before what follows it renames the address.
    state.on(['road'], () => this.#name(true));
    // Elements are others now.
    state.on(['analysis'], () => {
      this.select(null, { isFirst: true });
      each((view) => view.reload());
    });
    let timer = 0;
    state.on(['page'], () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#name(false), 200);
    });
    this.#stop.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** @param {boolean} isStep */
  #name(isStep) {
    const { view, page, road, element, font, image, object } = this.state;
    const named = { view, page, element, font, image, object, document: this.summary.id };
    address.show({ ...named, road: this.summary.roads.length < 2 ? null : road }, isStep);
  }

  #back() {
    const named = address.read();
    if (named.document !== null && named.document !== String(this.summary.id)) return;
    const { element, ...rest } = this.#from(named);
    this.state.set(rest);
    if (this.draft && this.draft.road !== this.state.road) this.draft.setRoad(this.state.road);
    if (element !== this.state.element) this.select(element, { isFirst: true });
  }
}

/**
 * The initial view of a document.
 * @type {Omit<WorkspaceState, 'draft' | 'analysis' | keyof Address>}
 */
const STARTING = {
  zoom: 'width',
  scale: 1,
  left: 'tree',
  right: 'element',
  pane: innerWidth < LEAST_WITH_PANE ? null : 'right',
  layers: new Set(LAYERS.filter((layer) => layer.on).map((layer) => layer.name)),
  orderOf: 'blocks',
  names: new Map(),
  nameList: [],
  selection: null,
  hits: new Map(),
  hit: null,
  pointed: null,
  faultsAt: 0,
  verdictsAt: 0,
  script: null,
  scripts: {},
  isAnalysing: false,
  problem: null,
  made: null,
};
