// Selects units, and moves and resizes the selected one.

import { box as drawn } from '../layers/box.js';
import { between, drawRectangle, grip, moved, movedByKey } from './rectangle.js';
import { atLevel, centre, contains, unitsAt } from './units.js';

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
const SIZING =
  'The arrow keys move the box, with Shift its lower right corner, with Ctrl in larger steps. Enter takes it, Escape does not.';

/** @type {ToolMaker} */
export function selectTool(editor, changed) {
  const { state } = editor;
  /** The unit from which keys extend the selection. @type {Unit | null} */
  let start = null;
  /** The sides that are dragged. @type {number[] | null} */
  let sides = null;
  /** The box that the selected unit gets. @type {Box | null} */
  let box = null;
  /** The box in which everything gets selected. @type {Box | null} */
  let band = null;
  /** The unit under the pointer. @type {Unit | null} */
  let under = null;
  /** Whether keys move the box. */
  let isSizing = false;
  const all = () => state.units[state.level];
  /** The selected unit, if it is the only one and can be changed. */
  const only = () => (state.selected.length === 1 && editor.isWritable ? state.selected[0] : null);
  const end = () => {
    [sides, box, band, under, isSizing] = [null, null, null, null, false];
  };
  /** Moves the box of a unit by a key. @param {KeyboardEvent} event @param {Unit} unit */
  const size = (event, unit) => {
    const next = movedByKey(box ?? unit.box, event);
    if (!next && event.key !== 'Enter' && event.key !== 'Escape') return false;
    if (next) box = next;
    else {
      if (event.key === 'Enter' && box) editor.resize(unit, box);
      end();
    }
    changed();
    return true;
  };
  /** Selects the next unit, or all up to it. @param {Unit | null} from @param {number} by @param {boolean} isMore */
  const step = (from, by, isMore) => {
    const units = all();
    const at = from ? from.number + by : by > 0 ? 0 : units.length - 1;
    const unit = units[Math.max(0, Math.min(at, units.length - 1))];
    if (!unit) return;
    if (!isMore || !start || units[start.number] !== start) start = isMore ? (from ?? unit) : unit;
    const [first, last] = [start.number, unit.number].sort((a, b) => a - b);
    editor.select(units.slice(first, last + 1));
  };
  return {
    get hint() {
      return isSizing ? SIZING : '';
    },
    end,
    down(point) {
      const unit = only();
      sides = unit && !point.isMore ? grip(unit.box, point) : null;
    },
    drag(from, to) {
      const unit = only();
      if (sides && unit) box = moved(unit.box, sides, to.x - from.x, to.y - from.y);
      else band = between(from, to);
      changed();
    },
    drop(from) {
      const [unit, sized, area] = [only(), box, band];
      end();
      if (sized && unit) editor.resize(unit, sized);
      else if (area) {
        const inside = all().filter((each) => contains(area, ...centre(each.box)));
        editor.select(from.isMore ? [...new Set([...state.selected, ...inside])] : inside);
      }
      changed();
    },
    click({ x, y, isMore }) {
      const { selected } = state;
      const unit = unitsAt(all(), x, y)[0] ?? null;
      start = unit;
      if (!unit) editor.select(isMore ? selected : []);
      else if (!isMore) editor.select([unit]);
      else editor.select(selected.includes(unit) ? selected.filter((each) => each !== unit) : [...selected, unit]);
    },
    open({ x, y }) {
      const unit = unitsAt(state.units.word, x, y)[0] ?? unitsAt(state.units.line, x, y)[0];
      if (unit) editor.edit(unit);
    },
    hover({ x, y }) {
      const unit = unitsAt(all(), x, y)[0] ?? null;
      if (unit === under) return;
      under = unit;
      changed();
    },
    key(event) {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
      const unit = only();
      if (isSizing && unit) return size(event, unit);
      if (ctrlKey || metaKey) return false;
      const current = state.selected.at(-1) ?? (state.word && atLevel(state.word, state.level));
      if (altKey) {
        if (!current || !['ArrowUp', 'ArrowDown'].includes(key)) return false;
        editor.move(current, current.index + STEPS[key]);
      } else if (key === 'r') {
        isSizing = unit !== null;
        if (!isSizing) editor.workspace.say('Select one unit to move or resize.');
        changed();
      } else if (key in STEPS) {
        // With Shift, the end of the selection that is not its start moves.
        const { selected } = state;
        const isUp = shiftKey && selected.length > 1 && selected[0] !== start;
        step(isUp ? selected[0] : current, STEPS[key], shiftKey);
      } else if (key === 'Home' || key === 'End') step(null, key === 'Home' ? 1 : -1, false);
      else if (key === 'Enter' && current) editor.edit(current);
      else if (key === 'Escape' && state.selected.length > 0) editor.select([]);
      else return false;
      return true;
    },
    draw(scale) {
      const unit = only();
      const shapes = [];
      if (under && !state.selected.includes(under)) shapes.push(drawn(under.box, { mark: 'under' }));
      if (band) shapes.push(drawn(band, { mark: 'band' }));
      return unit ? [...shapes, ...drawRectangle(box ?? unit.box, scale)] : shapes;
    },
  };
}
