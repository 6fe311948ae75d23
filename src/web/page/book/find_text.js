// Text that is looked for: case, accents, and the difference between ligatures and their letters do not count.

// Characters around a hit.
const AROUND = 40;
// Hits that are listed of one page.
const OF_PAGE = 1000;

/** @type {Map<string, string>} */
const known = new Map();

/**
 * Text without what does not count.
 * @param {string} text
 */
export function fold(text) {
  let folded = '';
  for (const c of text) folded += foldOne(c);
  return folded;
}

/** @param {string} c */
function foldOne(c) {
  let folded = known.get(c);
  if (folded === undefined) {
    folded = c
      .normalize('NFKD')
      .replace(/[\p{M}\u00ad]/gu, '')
      .toLowerCase();
    // A document has a few thousand characters at most.
    if (known.size > 20000) known.clear();
    known.set(c, folded);
  }
  return folded;
}

/**
 * The places `[start, end]` of a folded text in a text.
 * @param {string} text
 * @param {string} wanted
 * @returns {[number, number][]}
 */
export function placesIn(text, wanted) {
  /** @type {number[]} */
  const at = [];
  /** @type {string[]} */
  const folded = [];
  let index = 0;
  for (const c of text) {
    const piece = foldOne(c);
    folded.push(piece);
    for (let i = 0; i < piece.length; i++) at.push(index);
    index += c.length;
  }
  at.push(text.length);
  const whole = folded.join('');
  /** @type {[number, number][]} */
  const places = [];
  for (let i = whole.indexOf(wanted); i >= 0 && places.length < OF_PAGE; i = whole.indexOf(wanted, i + wanted.length))
    places.push([at[i], at[i + wanted.length]]);
  return places;
}

/**
 * The hits of a folded text in a text.
 * @param {string} text
 * @param {string} wanted
 */
export function findIn(text, wanted) {
  return placesIn(text, wanted).map(([start, end], number) => ({
    number,
    wanted,
    before: text.slice(Math.max(0, start - AROUND), start),
    match: text.slice(start, end).trimEnd(),
    after: text.slice(end, end + AROUND),
  }));
}
