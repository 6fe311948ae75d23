// The bar above the page: level, actions, undo, the progress of the page, and whether everything is saved.

import { button, h } from '../dom.js';
import { radioGroup } from '../frame/choice.js';
import { PROGRESS } from './work.js';
import { LEVELS } from './units.js';

const GROUPS = [
  ['split', 'merge', 'class', 'accept', 'delete'],
  ['draw', 'cut', 'gutters', 'order'],
  ['undo', 'redo'],
  ['done'],
];
/** @type {Record<string, string>} */
const HINTS = {
  split: 'Start a new line, paragraph or block at what is selected; a block becomes columns',
  merge: 'Merge what is selected, or the only unit with the next',
  class: 'Heading, note, caption …',
  accept: 'The text of what is selected is right',
  delete: 'Delete what is selected with its words',
  draw: 'Make one unit of the words in a box, or add text that was not recognised',
  cut: 'Cut a block into columns',
  gutters: 'Move the gutters between columns, on this page or on others, too',
  done: 'The page is right: to the next one',
  order: 'Number units by clicking them in their order',
};

/** The bar of the editor. @param {Editor} editor @param {Command[]} commands */
export function correctBar(editor, commands) {
  const { state } = editor;
  const level = radioGroup(
    'Level',
    'data-level',
    LEVELS.map((value, index) => ({
      value,
      text: `${value[0].toUpperCase()}${value.slice(1)}`,
      title: `Select ${value}s (${index + 1})`,
    })),
    (value) => editor.setLevel(value),
  );
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const groups = GROUPS.map((names) => {
    const group = names.map((name) => {
      const command = commands.find((each) => each.name === name);
      if (!command) return null;
      const key = command.keys[0].replace(/ ([A-Z])$/, ' Shift $1').replace(/[a-z]$/, (letter) => letter.toUpperCase());
      const made = button(command.label, {
        'data-command': name,
        title: `${HINTS[name] ?? command.label} (${key})`,
        act: (event) => command.act(event),
      });
      // The selection and the caret stay.
      made.addEventListener('mousedown', (event) => event.preventDefault());
      buttons.set(name, made);
      return made;
    });
    return h('div', { class: 'command-group' }, group);
  });
  const progress = h(
    'select',
    { 'aria-label': 'Progress of the page', id: 'correct-progress' },
    Object.entries(PROGRESS).map(([value, text]) => h('option', { value, text })),
  );
  progress.addEventListener('change', () => editor.setProgress(/** @type {PageProgress} */ (progress.value)));
  const saved = h('span', { class: 'saved', role: 'status' });
  const element = h(
    'div',
    { class: 'correct-bar correct-commands', role: 'toolbar', 'aria-label': 'Corrections' },
    level.element,
    groups,
    h('span', { class: 'space' }),
    progress,
    saved,
  );
  state.watch(['level'], () => level.check(state.level));
  state.watch(['tool'], () => {
    for (const [name, each] of buttons)
      if (['draw', 'cut', 'gutters', 'order'].includes(name))
        each.setAttribute('aria-pressed', String(name === state.tool));
  });
  state.watch(['book', 'page', 'saving'], () => {
    const { book, page, saving } = state;
    const isWritable = book?.writable ?? false;
    for (const { name, writes } of commands) {
      const each = buttons.get(name);
      if (each && writes) each.disabled = !isWritable;
    }
    for (const name of ['undo', 'redo']) {
      const each = buttons.get(name);
      const steps = name === 'undo' ? book?.undo : book?.redo;
      if (each) each.disabled = !isWritable || !steps;
    }
    progress.disabled = !isWritable;
    progress.value = book?.states[page?.page ?? editor.number] ?? 'untouched';
    /** @type {Record<CorrectState['saving'], string>} */
    const texts = { saved: 'Saved', saving: 'Saving …', failing: 'Not saved, trying again' };
    const text = isWritable || saving === 'failing' ? texts[saving] : '';
    if (saved.textContent !== text) saved.textContent = text;
    saved.className = `saved ${saving}`;
    saved.title = book ? `In ${book.file}, by ${book.by}` : '';
  });
  return element;
}
