// The units of a corrected page: words, lines, paragraphs and blocks with their parents, in reading order.

/** @type {Level[]} */
export const LEVELS = ['word', 'line', 'paragraph', 'block'];

// The part of both boxes together that two boxes must share to be of the same unit.
const SAME = 0.3;

/** @returns {Record<Level, Unit[]>} */
export function noUnits() {
  return { word: [], line: [], paragraph: [], block: [] };
}

/** All units of a page by their level. @param {EditPage} page */
export function unitsOf(page) {
  const all = noUnits();
  /** @param {Level} level @param {EditWord | EditLine | EditParagraph | EditBlock} item @param {Unit | null} parent */
  const add = (level, item, parent) => {
    /** @type {Unit} */
    const unit = {
      level,
      box: item.box,
      text: 'text' in item ? item.text : '',
      parent,
      kids: [],
      index: parent ? parent.kids.length : all.block.length,
      number: all[level].length,
      class: 'class' in item ? (item.class ?? null) : null,
      depth: 'depth' in item ? (item.depth ?? null) : null,
      word: 'text' in item ? item : null,
      line: 'words' in item ? item : null,
    };
    parent?.kids.push(unit);
    all[level].push(unit);
    return unit;
  };
  for (const block of page.blocks) {
    const inBlock = add('block', block, null);
    // A block whose paragraphs have one class has this class.
    const [first, ...others] = block.paragraphs;
    if (first && others.every((other) => other.class === first.class && other.depth === first.depth))
      Object.assign(inBlock, { class: first.class, depth: first.depth ?? null });
    for (const paragraph of block.paragraphs) {
      const inParagraph = add('paragraph', paragraph, inBlock);
      for (const line of paragraph.lines) {
        const inLine = add('line', line, inParagraph);
        for (const word of line.words) add('word', word, inLine);
      }
    }
  }
  for (const level of LEVELS.slice(1))
    for (const unit of all[level]) unit.text = unit.kids.map(({ text }) => text).join(' ');
  return all;
}

/** The words of a unit, in reading order. @param {Unit} unit @returns {Unit[]} */
export function wordsOf(unit) {
  return unit.level === 'word' ? [unit] : unit.kids.flatMap(wordsOf);
}

/** The lines of a unit, in reading order. @param {Unit} unit @returns {Unit[]} */
export function linesOf(unit) {
  return unit.level === 'line' ? [unit] : unit.kids.flatMap(linesOf);
}

/**
 * The unit of a level that contains another, or the first one in it.
 * @param {Unit} unit @param {Level} level @returns {Unit}
 */
export function atLevel(unit, level) {
  if (unit.level === level) return unit;
  const isUp = LEVELS.indexOf(level) > LEVELS.indexOf(unit.level);
  const next = isUp ? unit.parent : unit.kids[0];
  return next ? atLevel(next, level) : unit;
}

/** The smallest box around others. @param {Box[]} boxes @returns {Box} */
export function union(boxes) {
  /** @param {number} side */
  const values = (side) => boxes.map((box) => box[side]);
  return [Math.min(...values(0)), Math.min(...values(1)), Math.max(...values(2)), Math.max(...values(3))];
}

/** Whether a point is in a box. @param {Box} box @param {number} x @param {number} y */
export function contains([x0, y0, x1, y1], x, y) {
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

/** The centre of a box. @param {Box} box */
export function centre([x0, y0, x1, y1]) {
  return /** @type {const} */ ([(x0 + x1) / 2, (y0 + y1) / 2]);
}

/** @param {Box} box */
export function area([x0, y0, x1, y1]) {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
}

/**
 * The units whose boxes are the most like these boxes: of a page that has been read anew, those that were selected.
 * @param {Unit[]} units @param {Box[]} boxes
 */
export function alike(units, boxes) {
  const found = boxes.map((box) => {
    /** @param {Unit} unit */
    const shared = (unit) => {
      const both = area([
        Math.max(box[0], unit.box[0]),
        Math.max(box[1], unit.box[1]),
        Math.min(box[2], unit.box[2]),
        Math.min(box[3], unit.box[3]),
      ]);
      return both / Math.max(0.01, area(box) + area(unit.box) - both);
    };
    let [best, most] = [/** @type {Unit | null} */ (null), SAME];
    for (const unit of units) {
      const value = shared(unit);
      if (value > most) [best, most] = [unit, value];
    }
    return best;
  });
  return [...new Set(found.filter((unit) => unit !== null))];
}

/** The units of a level at a point, the smallest first. @param {Unit[]} units @param {number} x @param {number} y */
export function unitsAt(units, x, y) {
  return units.filter(({ box }) => contains(box, x, y)).sort((a, b) => area(a.box) - area(b.box));
}

/** Units in reading order. @param {Unit[]} units */
export function inOrder(units) {
  return [...units].sort((a, b) => a.number - b.number);
}
