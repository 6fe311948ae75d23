// Draws a box: its words become one unit of the level that is chosen. A box without words becomes a line or word that
// was not recognised, with a text that the user types.

import { button, h } from '../dom.js';
import { openDialog } from '../frame/dialog.js';
import { groupIn } from './operations.js';
import { between, drawRectangle, movedByKey } from './rectangle.js';

// The distance of a box that keys begin with from its middle, as a share of the page.
const START = 0.2;

/** @type {ToolMaker} */
export function drawTool(editor, changed) {
  const { state } = editor;
  /** @type {Box | null} */
  let box = null;
  const end = () => editor.setTool('select');
  /** The box that keys begin with: that of the selection, or the middle of the page. @returns {Box} */
  const start = () => {
    const { width, height } = state.page ?? { width: 1, height: 1 };
    const [low, high] = [0.5 - START, 0.5 + START];
    return state.selected[0]?.box ?? [width * low, height * low, width * high, height * high];
  };
  /** @param {Box} drawn */
  const take = async (drawn) => {
    const { level, units } = state;
    end();
    const group = groupIn(level, units.word, drawn);
    const added = level === 'word' ? 'word' : 'line';
    const text = group ? null : await askText(added);
    if (group) editor.write([group], [drawn]);
    else if (text) editor.write([{ op: 'add', level: added, box: drawn, text }], [drawn]);
  };
  return {
    get hint() {
      return `Drag a box: its words become one ${state.level}. Or move it with the arrow keys, with Shift its lower right corner, with Ctrl in larger steps; Enter takes it, Escape ends.`;
    },
    begin() {
      box = null;
    },
    end() {
      box = null;
    },
    drag(from, to) {
      box = between(from, to);
      changed();
    },
    drop: (from, to) => take(between(from, to)),
    key(event) {
      const moved = movedByKey(box ?? start(), event);
      if (moved) {
        box = box ? moved : start();
        changed();
      } else if (event.key === 'Escape') end();
      else if (event.key === 'Enter' && box) take(box);
      else return false;
      return true;
    },
    draw: (scale) => (box ? drawRectangle(box, scale) : []),
  };
}

/**
 * Asks for the text of a box without words. Promises null if there is none.
 * @param {Level} level @returns {Promise<string | null>}
 */
function askText(level) {
  return new Promise((resolve) => {
    const field = h('input', { 'aria-label': 'Text', autocomplete: 'off', spellcheck: 'false', dir: 'auto' });
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      resolve(field.value.trim() || null);
      dialog.close();
    };
    const buttons = [button('Cancel', { act: () => dialog.close() }), h('button', { class: 'main', text: 'Add' })];
    /** @type {HTMLDialogElement} */
    const dialog = h(
      'dialog',
      { class: 'correct-text', 'aria-label': 'Text in the box' },
      h(
        'form',
        { on: { submit } },
        h('h2', { text: 'Text in the box' }),
        h('p', { text: `No word is in this box. Type its text to add it as a ${level}.` }),
        field,
        h('div', { class: 'row end' }, buttons),
      ),
    );
    openDialog(dialog, () => resolve(null));
    field.focus();
  });
}
