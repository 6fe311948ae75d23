// The classes that a unit can have, with the keys that choose them from the menu.

/** @type {{ value: string, label: string, key: string, levels?: Level[] }[]} */
const SIMPLE = [
  { value: 'text', label: 'Text', key: 't' },
  { value: 'running-head', label: 'Running head', key: 'r' },
  { value: 'running-foot', label: 'Running foot', key: 'f' },
  { value: 'page-number', label: 'Page number', key: 'p' },
  { value: 'note', label: 'Note', key: 'n' },
  { value: 'caption', label: 'Caption', key: 'c' },
  { value: 'table', label: 'Table', key: 'b' },
  { value: 'figure', label: 'Figure', key: 'g' },
  { value: 'list-item', label: 'List item', key: 'l' },
  { value: 'entry', label: 'Entry', key: 'e' },
  { value: 'headword', label: 'Headword', key: 'w', levels: ['word'] },
  { value: 'noise', label: 'Noise', key: 'x', levels: ['word', 'line', 'paragraph', 'block'] },
];

const DEPTHS = [1, 2, 3, 4, 5, 6];

/**
 * The classes for units of a level, in the order of the menu.
 * @param {Level} level @returns {{ value: ClassValue, label: string, key: string }[]}
 */
export function classesFor(level) {
  const simple = SIMPLE.filter(({ levels }) => (levels ? levels.includes(level) : level !== 'word'));
  const headings = DEPTHS.map((depth) => ({
    value: { heading: depth },
    label: `Heading ${depth}`,
    key: String(depth),
  }));
  if (level === 'word') return simple;
  return [simple[0], ...headings, ...simple.slice(1)];
}

/** The name of the class of a unit for people. @param {Pick<Unit, 'class' | 'depth'>} unit */
export function className({ class: name, depth }) {
  if (name === 'heading') return `Heading ${depth ?? 1}`;
  return SIMPLE.find(({ value }) => value === name)?.label ?? name ?? 'Text';
}

/** Whether a unit has a class already. @param {Unit} unit @param {ClassValue} value */
export function hasClass(unit, value) {
  if (typeof value === 'string') return unit.class === value;
  return unit.class === 'heading' && unit.depth === value.heading;
}
