// Cuts a block into two columns at a vertical line.

import { svg } from '../dom.js';
import { cutAt } from './operations.js';
import { atLevel, contains, unitsAt } from './units.js';

/** @type {ToolMaker} */
export function cutTool(editor, changed) {
  let [block, at] = [/** @type {Unit | null} */ (null), 0];
  const end = () => editor.setTool('select');
  const cut = () => {
    const operation = block && cutAt(block, at);
    if (operation?.op !== 'group') {
      editor.workspace.say('All words of the block are on one side of the line.');
      return;
    }
    end();
    editor.setLevel('block');
    editor.write([operation], [operation.parts[1].box]);
  };
  /** @type {SheetTool} */
  const tool = {
    hint: 'Click where the block is cut into columns. Or move the line with Left and Right, with Ctrl in larger steps; Enter cuts, Escape ends.',
    begin() {
      const { selected, word, units } = editor.state;
      const unit = selected[0] ?? word ?? units.block[0] ?? null;
      block = unit && atLevel(unit, 'block');
      if (block) at = (block.box[0] + block.box[2]) / 2;
    },
    end() {
      block = null;
    },
    hover({ x, y }) {
      const [under] = unitsAt(editor.state.units.block, x, y);
      if (!under) return;
      [block, at] = [under, x];
      changed();
    },
    drag: (_, to) => tool.hover?.(to),
    drop: (_, to) => tool.click?.(to),
    click(point) {
      tool.hover?.(point);
      if (block && contains(block.box, point.x, point.y)) cut();
    },
    key({ key, ctrlKey }) {
      if (key === 'Escape') end();
      else if (!block) return false;
      else if (key === 'Enter') cut();
      else if (key === 'ArrowLeft' || key === 'ArrowRight') {
        const step = (key === 'ArrowLeft' ? -1 : 1) * (ctrlKey ? 10 : 1);
        at = Math.max(block.box[0], Math.min(at + step, block.box[2]));
        changed();
      } else return false;
      return true;
    },
    draw: () => (block ? [svg('line', { class: 'cut', x1: at, x2: at, y1: block.box[1], y2: block.box[3] })] : []),
  };
  return tool;
}
