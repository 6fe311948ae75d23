// The names of elements with boxes on the page, and their colours.

const COLOURS = [
  '#d9480f',
  '#1971c2',
  '#2f9e44',
  '#9c36b5',
  '#c2255c',
  '#0c8599',
  '#e67700',
  '#5f3dc4',
  '#66a80f',
  '#a61e4d',
];

/**
 * The colour that the name at a place of the list has as long as nobody chooses another.
 * @param {number} index
 */
export function defaultColour(index) {
  return COLOURS[index % COLOURS.length];
}

/**
 * The colour of a name's boxes, or null if they are not shown.
 * @param {ShownLayers} state
 * @param {string} name
 */
export function colourOf(state, name) {
  const choice = state.names.get(name);
  return choice?.shown ? choice.colour : null;
}
