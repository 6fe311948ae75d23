// The reading order as a list: units are dragged to other places, or moved with Alt and the arrow keys.

import { closest, h, listen, visible } from '../dom.js';
import { radioGroup } from '../frame/choice.js';
import { VirtualRows } from '../rows.js';
import { className } from './classes.js';

/** @type {{ value: Level, text: string }[]} */
const CHOICES = [
  { value: 'block', text: 'Blocks' },
  { value: 'paragraph', text: 'Paragraphs' },
  { value: 'line', text: 'Lines' },
];
// Characters of a text that a row begins with.
const SHOWN = 80;

/** The pane with the list. @param {Editor} editor */
export function orderPane(editor) {
  const { state } = editor;
  /** @type {Level} */
  let level = 'block';
  /** @type {number | null} */
  let dragged = null;
  const list = h('div', { class: 'order-list', role: 'listbox', 'aria-label': 'Reading order' });
  const choice = radioGroup('Order of', 'data-order', CHOICES, (value) => {
    level = value;
    renew();
  });
  const units = () => state.units[level];
  const rows = new VirtualRows(list, {
    height: 28,
    make: (index) => {
      const unit = units()[index];
      return h(
        'div',
        {
          class: `order-row${unit.index === 0 ? ' first' : ''}`,
          role: 'option',
          draggable: 'true',
          'aria-selected': state.selected.includes(unit),
          'aria-setsize': units().length,
          'aria-posinset': index + 1,
        },
        h('b', { text: index + 1 }),
        h('span', { class: 'order-class', text: className(unit) }),
        h('span', { class: 'order-text', dir: 'auto', text: visible(unit.text.slice(0, SHOWN)) }),
      );
    },
    moved: (index) => choose(index),
    activate: (index) => choose(index),
  });
  /** @param {number} index */
  const choose = (index) => {
    const unit = units()[index];
    if (unit && !(state.selected.length === 1 && state.selected[0] === unit)) editor.select([unit]);
  };
  /** @param {Event} event */
  const rowAt = (event) => {
    const row = closest(event, '[data-row]');
    return row ? Number(row.dataset.row) : null;
  };
  const dragend = () => {
    dragged = null;
    for (const row of list.querySelectorAll('.drop')) row.classList.remove('drop');
  };
  listen(list, {
    keydown(event) {
      if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
      event.preventDefault();
      const unit = units()[rows.active];
      if (unit) editor.move(unit, unit.index + (event.key === 'ArrowUp' ? -1 : 1));
    },
    dragstart(event) {
      dragged = rowAt(event);
      event.dataTransfer?.setData('text/plain', '');
    },
    dragover(event) {
      const at = rowAt(event);
      if (dragged === null || at === null || units()[at].parent !== units()[dragged].parent) return;
      event.preventDefault();
      for (const row of list.children[0].children) row.classList.toggle('drop', row === closest(event, '[data-row]'));
    },
    drop(event) {
      event.preventDefault();
      const at = rowAt(event);
      if (dragged !== null && at !== null) editor.move(units()[dragged], units()[at].index);
      dragend();
    },
    dragend,
  });
  const renew = () => {
    choice.check(level);
    rows.refresh(units().length);
    follow();
  };
  const follow = () => {
    const [unit] = state.selected;
    if (unit?.level === level && rows.active !== unit.number) rows.reveal(unit.number);
    for (const row of list.querySelectorAll('[data-row]')) {
      const index = Number(row instanceof HTMLElement ? row.dataset.row : -1);
      row.setAttribute('aria-selected', String(state.selected.includes(units()[index])));
    }
  };
  state.watch(['units'], renew);
  state.on(['selected', 'right'], follow);
  return h(
    'div',
    { class: 'panel' },
    h('div', { class: 'correct-bar' }, choice.element),
    h('p', { class: 'hint pane-hint', text: 'Drag a row, or move it with Alt Up and Alt Down.' }),
    list,
  );
}
