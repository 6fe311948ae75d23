// Puts units into another reading order: they are chosen one after the other, and then take the places that they
// occupy together.

import { button } from '../dom.js';
import { numberAt } from './numbers.js';
import { reorder } from './operations.js';
import { unitsAt } from './units.js';

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** @type {ToolMaker} */
export function orderTool(editor, changed) {
  const { state } = editor;
  /** @type {Unit[]} */
  let chosen = [];
  /** The unit at the keys. @type {Unit | null} */
  let current = null;
  const end = () => editor.setTool('select');
  const take = () => {
    const taken = chosen;
    end();
    if (taken.length > 1) editor.write([reorder(taken)]);
  };
  /** @param {Unit} unit */
  const toggle = (unit) => {
    current = unit;
    const [first] = chosen;
    if (first && (first.level !== unit.level || first.parent !== unit.parent)) {
      editor.workspace.say(`Only ${unit.level}s of one ${first.parent?.level ?? 'page'} are put into order.`);
      return;
    }
    chosen = chosen.includes(unit) ? chosen.filter((each) => each !== unit) : [...chosen, unit];
    changed();
  };
  return {
    controls: [button('Take this order', { class: 'main', act: take }), button('Cancel', { act: end })],
    get hint() {
      return `Click the ${state.level}s in their order, then press Enter. Or go to each with the arrow keys and press Space. Escape ends. ${chosen.length} chosen.`;
    },
    begin() {
      chosen = [];
      if (state.level === 'word') editor.setLevel('line');
      current = state.selected[0] ?? null;
    },
    end() {
      chosen = [];
    },
    click({ x, y }) {
      const [unit] = unitsAt(state.units[state.level], x, y);
      if (unit) toggle(unit);
    },
    key({ key, ctrlKey, altKey }) {
      if (ctrlKey || altKey) return false;
      const all = state.units[state.level];
      if (key in STEPS) {
        const at = current?.level === state.level ? current.number + STEPS[key] : 0;
        current = all[Math.max(0, Math.min(at, all.length - 1))] ?? null;
        if (current) editor.select([current]);
      } else if (key === ' ') {
        if (current) toggle(current);
      } else if (key === 'Enter') take();
      else if (key === 'Escape') end();
      else return false;
      return true;
    },
    draw: (scale) => chosen.map((unit, index) => numberAt(unit.box, String(index + 1), scale, 'order-number new')),
  };
}
