// Moves, adds and removes the gutters between the columns of this page and of those after it.

import { isAbort, messageOf } from '../api.js';
import { button, h } from '../dom.js';
import { drawRectangle, grip, moved } from './rectangle.js';

// The width of a new gutter, in points.
const WIDTH = 12;

/** @type {[GutterPages, string][]} */
const PAGES = [
  ['this', 'on this page'],
  ['following', 'on this and all following pages'],
  ['alternate', 'on this and every second page after it (odd or even)'],
];

/**
 * The sides of a gutter that a pointer moves: an edge along its whole length, both inside, an end at its handle; null
 * beside it.
 * @param {Box} box @param {SheetPoint} point
 */
function sidesAt(box, point) {
  const { x, y } = point;
  const near = Math.min(point.near, 0.3 * (box[2] - box[0]));
  const sides = grip(box, point);
  if ((sides && !sides.every(Boolean)) || y < box[1] || y > box[3]) return sides;
  if (Math.abs(x - box[0]) <= near) return [1, 0, 0, 0];
  return Math.abs(x - box[2]) <= near ? [0, 0, 1, 0] : sides;
}

/** @type {ToolMaker} */
export function gutterTool(editor, changed) {
  const { workspace } = editor;
  let [boxes, current] = [/** @type {Box[]} */ ([]), 0];
  /** The sides that are dragged, and the box before. @type {{ sides: number[], box: Box } | null} */
  let grabbed = null;
  const pages = h(
    'select',
    { 'aria-label': 'Pages with these gutters' },
    PAGES.map(([value, text]) => h('option', { value, text })),
  );
  const end = () => editor.setTool('select');
  /** @param {number} [x] */
  const add = (x) => {
    const { page, units } = editor.state;
    if (!page) return;
    const top = Math.min(...units.block.map(({ box }) => box[1]), page.height * 0.9);
    const bottom = Math.max(...units.block.map(({ box }) => box[3]), page.height * 0.1);
    const middle = x ?? page.width / 2;
    current = boxes.push([middle - WIDTH / 2, top, middle + WIDTH / 2, bottom]) - 1;
    changed();
  };
  const remove = () => {
    boxes.splice(current, 1);
    current = Math.max(0, Math.min(current, boxes.length - 1));
    changed();
  };
  const take = () => {
    const at = [...boxes].sort((a, b) => a[0] - b[0]);
    end();
    editor.write([{ op: 'gutters', at, pages: /** @type {GutterPages} */ (pages.value) }], []);
  };
  return {
    hint: 'Drag a gutter or its edges; click beside it for another. Keys: Left, Right move, with Shift wider; Up, Down choose; Insert adds, Delete removes; Enter takes them, Escape ends.',
    controls: [
      pages,
      button('Add', { label: 'Add a gutter', act: () => add() }),
      button('Remove', { label: 'Remove the chosen gutter', act: remove }),
      button('Apply', { class: 'main', act: take }),
      button('Cancel', { act: end }),
    ],
    async begin() {
      [boxes, current] = [[], 0];
      const { page, analysis } = workspace.state;
      try {
        if (editor.hasWritten) workspace.api.forget();
        const { findings } = await workspace.api.page(page, analysis);
        if (page !== workspace.state.page || boxes.length > 0) return;
        boxes = findings.filter(({ kind }) => kind === 'gutter').map(({ bbox }) => bbox);
        changed();
      } catch (error) {
        if (!isAbort(error)) workspace.say(messageOf(error));
      }
    },
    end() {
      [boxes, grabbed] = [[], null];
    },
    down(point) {
      const at = boxes.findIndex((box) => sidesAt(box, point));
      const sides = at < 0 ? null : sidesAt(boxes[at], point);
      grabbed = sides && { sides, box: boxes[at] };
      if (sides) current = at;
      changed();
    },
    drag(from, to) {
      if (!grabbed) return;
      // A gutter is moved across; only its ends move along it.
      const dy = grabbed.sides.every(Boolean) ? 0 : to.y - from.y;
      boxes[current] = moved(grabbed.box, grabbed.sides, to.x - from.x, dy);
      changed();
    },
    click({ x }) {
      if (!grabbed) add(x);
    },
    key({ key, shiftKey, ctrlKey }) {
      const box = boxes[current];
      const step = (key === 'ArrowLeft' ? -1 : 1) * (ctrlKey ? 10 : 1);
      if (key === 'Enter') take();
      else if (key === 'Escape') end();
      else if (key === 'Insert' || key === '+') add();
      else if (!box) return false;
      else if (key === 'Delete') remove();
      else if (key === 'ArrowUp' || key === 'ArrowDown') {
        current = (current + (key === 'ArrowDown' ? 1 : -1) + boxes.length) % boxes.length;
      } else if (key === 'ArrowLeft' || key === 'ArrowRight')
        boxes[current] = moved(box, shiftKey ? [0, 0, 1, 0] : [1, 0, 1, 0], step, 0);
      else return false;
      changed();
      return true;
    },
    draw: (scale) =>
      boxes.flatMap((box, index) => drawRectangle(box, scale, index === current ? 'gutter current' : 'gutter')),
  };
}
