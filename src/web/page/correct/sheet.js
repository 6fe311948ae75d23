// The picture of the page with the boxes of its units. Tools act on it by pointer and keys.

import { h, listen, svg } from '../dom.js';
import { limited } from '../frame/zoom.js';
import { wheelFactor } from '../frame/page_keys.js';
import { box as rectangle } from '../layers/box.js';
import { GAP, Offsets } from '../pages/offsets.js';
import { Picture } from '../pages/picture.js';
import { className } from './classes.js';
import { drawNumbers } from './numbers.js';
import { cutTool } from './tool_cut.js';
import { drawTool } from './tool_draw.js';
import { gutterTool } from './tool_gutters.js';
import { orderTool } from './tool_order.js';
import { selectTool } from './tool_select.js';

/** @type {Record<CorrectTool, ToolMaker>} */
const TOOLS = { select: selectTool, draw: drawTool, cut: cutTool, gutters: gutterTool, order: orderTool };
// Pixels that the pointer moves before it drags.
const DRAGS = 4;

export class Sheet {
  #editor;
  #workspace;
  #offsets;
  #commands;
  /** @type {Record<string, SheetTool>} */
  #tools;
  #space = h('div', { class: 'scroll-space' });
  #status = h('p', { class: 'sheet-status', role: 'status' });
  #more = h('span', { class: 'sheet-tool' });
  #viewport;
  /** @type {Picture | null} */
  #picture = null;
  /** @type {HTMLElement | null} */
  #page = null;
  #units = svg('g', { class: 'units' });
  #marks = svg('g', { class: 'chosen' });
  /** @type {number | null} */
  #shown = null;
  scale = 1;

  /**
   * `commands(event)` carries out a key of the view, and returns whether it did.
   * @param {Editor} editor @param {(event: KeyboardEvent) => boolean} commands
   */
  constructor(editor, commands) {
    this.#editor = editor;
    this.#workspace = editor.workspace;
    this.#commands = commands;
    this.#offsets = new Offsets(this.#workspace.summary.sizes);
    this.#tools = Object.fromEntries(
      Object.entries(TOOLS).map(([name, make]) => [name, make(editor, () => this.mark())]),
    );
    this.#viewport = h(
      'div',
      {
        class: 'pages correct-sheet',
        id: 'correct-sheet',
        tabindex: 0,
        role: 'region',
        'aria-label': 'The page with its units',
        'aria-describedby': 'correct-status',
      },
      this.#space,
    );
    this.#status.id = 'correct-status';
    this.element = h(
      'section',
      { class: 'correct-page', 'aria-label': 'Page' },
      this.#viewport,
      h('div', { class: 'sheet-foot' }, this.#status, this.#more),
    );
    this.#listen();
    const { state } = editor;
    state.on(['isReading'], () => this.#viewport.setAttribute('aria-busy', String(state.isReading)));
    state.on(['units', 'level'], () => this.#draw());
    state.on(['selected', 'word'], () => {
      this.mark();
      this.#reveal();
    });
    let tool = state.tool;
    state.on(['tool'], () => {
      this.#tools[tool].end?.();
      tool = state.tool;
      this.#tools[tool].begin?.();
      this.#viewport.dataset.tool = tool;
      this.#more.replaceChildren(...(this.#tools[tool].controls ?? []));
      this.#draw();
      if (tool !== 'select') this.#editor.toPage();
    });
    new ResizeObserver(() => this.place()).observe(this.#viewport);
  }

  focus() {
    this.#viewport.focus({ preventScroll: true });
  }

  get #tool() {
    return this.#tools[this.#editor.state.tool];
  }

  show() {
    const { page } = this.#workspace.state;
    if (this.#shown === page) return;
    this.#shown = page;
    this.#picture?.close();
    const size = this.#offsets.size(page);
    const picture = new Picture(this.#workspace, page, size, (why) => {
      this.#page?.classList.toggle('is-missing', Boolean(why));
    });
    this.#picture = picture;
    const overlay = svg(
      'svg',
      {
        class: 'correct-overlay',
        viewBox: `0 0 ${size.width} ${size.height}`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
      },
      this.#units,
      this.#marks,
    );
    this.#page = h('div', { class: 'page', 'data-page': page }, picture.element, overlay);
    this.#space.replaceChildren(this.#page);
    this.place();
    picture.start();
    this.#viewport.scrollTop = 0;
    this.#draw();
  }

  /** Fits the page into the pane, by the zoom that is chosen. */
  place() {
    const view = this.#viewport;
    if (!this.#page || this.#shown === null || view.clientWidth === 0) return;
    const { state } = this.#workspace;
    const { width, height } = this.#offsets.size(this.#shown);
    const across = (view.clientWidth - 2 * GAP) / Math.max(1, width);
    const down = (view.clientHeight - 2 * GAP) / Math.max(1, height);
    const fitted = state.zoom === 'page' ? Math.min(across, down) : across;
    const before = this.scale;
    this.scale = typeof state.zoom === 'number' ? (state.zoom * 96) / 72 : Math.max(0.05, fitted);
    state.set({ scale: this.scale });
    const top = view.scrollTop * (this.scale / before);
    const { style } = this.#page;
    style.top = `${GAP}px`;
    style.left = `${Math.round(Math.max(GAP, (view.clientWidth - width * this.scale) / 2))}px`;
    style.width = `${Math.round(width * this.scale)}px`;
    style.height = `${Math.round(height * this.scale)}px`;
    this.#space.style.height = `${height * this.scale + 2 * GAP}px`;
    this.#space.style.minWidth = `${width * this.scale + 2 * GAP}px`;
    view.scrollTop = top;
    this.#picture?.show(this.scale);
    if (before !== this.scale) this.#draw();
  }

  /** Draws the boxes of the level, and the numbers of blocks or of what is ordered. */
  #draw() {
    const { units, level, tool } = this.#editor.state;
    this.#units.setAttribute('class', `units level-${level}`);
    this.#units.replaceChildren(
      ...units[level].map((unit) => {
        const doubt = unit.word?.source === 'human' ? 'human' : unit.word?.doubtful ? 'doubtful' : '';
        return rectangle(unit.box, { mark: unit.class === 'noise' ? 'noise' : doubt });
      }),
      ...drawNumbers(units[tool === 'order' && level !== 'word' ? level : 'block'], this.scale),
      ...(level === 'line' && tool !== 'order' ? drawNumbers(units.line, this.scale, true) : []),
    );
    this.mark();
  }

  /** Draws what is selected, the word with the caret, and what the tool shows. */
  mark() {
    const { selected, word } = this.#editor.state;
    /** @param {Box} bbox @param {string} name */
    const mark = (bbox, name) => rectangle(bbox, { mark: name });
    this.#marks.replaceChildren(
      ...(word?.parent ? [mark(word.parent.box, 'caret-line')] : []),
      ...(word ? [mark(word.box, 'caret')] : []),
      ...selected.map(({ box }) => mark(box, 'selected')),
      ...this.#tool.draw(this.scale),
    );
    this.#say();
  }

  #say() {
    const { selected, level, units, problem, page, word } = this.#editor.state;
    const [first] = selected;
    let text = '';
    if (problem) text = problem;
    else if (this.#tool.hint) text = this.#tool.hint;
    else if (selected.length > 1) text = `${selected.length} ${level}s selected`;
    else if (first) {
      const start = first.text.length > 40 ? `${first.text.slice(0, 40)} …` : first.text;
      const name = level === 'word' && !first.class ? '' : `, ${className(first)}`;
      text = `${level[0].toUpperCase()}${level.slice(1)} ${first.number + 1} of ${units[level].length}${name}: ${start}`;
    } else if (word) text = `In the text: ${word.text}`;
    else if (page) text = `Click a ${level}, or press the arrow keys. ? lists the keys.`;
    else text = 'The page is being read …';
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  #reveal() {
    const { selected, word } = this.#editor.state;
    const box = selected.at(-1)?.box ?? word?.box;
    if (!box || !this.#page) return;
    const view = this.#viewport;
    const [x0, y0, x1, y1] = box.map((value) => value * this.scale);
    const [left, top] = [this.#page.offsetLeft, GAP];
    if (top + y0 < view.scrollTop || top + y1 > view.scrollTop + view.clientHeight)
      view.scrollTop = top + y0 - Math.max(30, (view.clientHeight - (y1 - y0)) / 2);
    if (left + x0 < view.scrollLeft || left + x1 > view.scrollLeft + view.clientWidth) view.scrollLeft = left + x0 - 40;
  }

  /** The point of the page at the pointer, in points. @param {PointerEvent | MouseEvent} event @returns {SheetPoint} */
  #point(event) {
    const bounds = this.#page?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return {
      x: (event.clientX - bounds.left) / this.scale,
      y: (event.clientY - bounds.top) / this.scale,
      near: 7 / this.scale,
      isMore: event.ctrlKey || event.metaKey || event.shiftKey,
    };
  }

  #listen() {
    const view = this.#viewport;
    /** @param {PointerEvent} event */
    const pointerdown = (event) => {
      if (event.button !== 0 || !this.#page) return;
      const isOnBar = event.offsetX > view.clientWidth || event.offsetY > view.clientHeight;
      if (event.target === view && isOnBar) return;
      event.preventDefault();
      this.#editor.flush();
      this.focus();
      const from = this.#point(event);
      const tool = this.#tool;
      tool.down?.(from);
      let isDrag = false;
      view.setPointerCapture(event.pointerId);
      const stop = new AbortController();
      listen(
        view,
        {
          pointermove: (moved) => {
            isDrag ||= Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > DRAGS;
            if (isDrag) tool.drag?.(from, this.#point(moved));
          },
          pointerup: (last) => {
            stop.abort();
            if (isDrag) tool.drop?.(from, this.#point(last));
            else tool.click?.(from);
          },
          pointercancel: () => {
            stop.abort();
            tool.end?.();
            this.mark();
          },
        },
        { signal: stop.signal },
      );
    };
    let isWaiting = false;
    listen(view, {
      pointerdown,
      pointermove: (event) => {
        if (isWaiting || event.buttons !== 0) return;
        isWaiting = true;
        requestAnimationFrame(() => {
          isWaiting = false;
          this.#tool.hover?.(this.#point(event));
        });
      },
      dblclick: (event) => this.#tool.open?.(this.#point(event)),
      keydown: (event) => {
        if (event.isComposing || event.defaultPrevented) return;
        if (this.#tool.key?.(event) || this.#commands(event)) event.preventDefault();
      },
    });
    listen(view, { wheel: (event) => this.#zoom(event) }, { passive: false });
  }

  /** Zooms at the pointer, by the wheel with Ctrl. @param {WheelEvent} event */
  #zoom(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    const view = this.#viewport;
    const { x, y } = this.#point(event);
    const bounds = view.getBoundingClientRect();
    this.#workspace.state.set({ zoom: limited(((this.scale * 72) / 96) * wheelFactor(event)) });
    this.place();
    view.scrollLeft = (this.#page?.offsetLeft ?? 0) + x * this.scale - (event.clientX - bounds.left);
    view.scrollTop = GAP + y * this.scale - (event.clientY - bounds.top);
  }

  close() {
    this.#picture?.close();
  }
}
