// Letters that look alike: which letter of a word another one most probably replaces.

// Letters that recognition confuses. In a group, each may be read for each.
const ALIKE = ['aceo', 'fijlt1', 'mnruv', 'fjsſz', 'bhk', '0358', '17t', 'ceg', '9gqy'];
/** Letters with strokes, which have no accents of their own in Unicode. @type {Record<string, string>} */
const STROKES = { ł: 'l', đ: 'd', ø: 'o', ß: 's' };

/** A letter without case, accents and strokes. @param {string} letter */
function bare(letter) {
  const [base] = letter.normalize('NFD').toLowerCase();
  return STROKES[base] ?? base;
}

/** @param {string} letter */
function kindOf(letter) {
  return [/\d/, /\p{Lu}/u, /\p{L}/u].findIndex((kind) => kind.test(letter));
}

/** How different two letters are, from 0. @param {string} a @param {string} b */
function difference(a, b) {
  const [x, y] = [bare(a), bare(b)];
  if (x === y) return 0;
  const isOther = Number(kindOf(a) !== kindOf(b));
  return (ALIKE.some((group) => group.includes(x) && group.includes(y)) ? 1 : 3) + isOther;
}

/**
 * The texts in which a letter replaces one of a word: the most similar letter first, then the others.
 * @param {string} letter @param {string} word @returns {string[]}
 */
export function replacementsBy(letter, word) {
  const letters = [...word];
  const places = [...letters.keys()].filter((at) => letters[at] !== letter);
  places.sort((a, b) => difference(letter, letters[a]) - difference(letter, letters[b]) || a - b);
  return places.map((at) => letters.with(at, letter).join(''));
}
