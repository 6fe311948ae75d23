// The layers over a page, in the order in which they are drawn: each with its name, its colour and its boxes.

import { counted } from '../dom.js';

/**
 * All blocks, paragraphs, lines and words of a page, each with what it is in.
 * @param {PageData} page
 */
export function* blocks(page) {
  yield* page.blocks;
}

/** @param {PageData} page */
export function* paragraphs(page) {
  for (const block of blocks(page)) for (const paragraph of block.paragraphs) yield paragraph;
}

/** @param {PageData} page */
export function* lines(page) {
  for (const paragraph of paragraphs(page)) for (const line of paragraph.lines) yield line;
}

/** @param {PageData} page */
export function* words(page) {
  for (const line of lines(page)) for (const word of line.words) yield word;
}

/** @param {PageData} page */
export function* cells(page) {
  for (const table of page.tables) for (const cell of table.cells) yield cell;
}

/** @param {number} value */
const size = (value) => `${Math.round(value * 10) / 10} pt`;

/**
 * The name of a font of a page.
 * @param {PageData} page
 * @param {number | null} index
 */
function fontName(page, index) {
  return (index === null ? null : page.fonts[index]?.name) ?? 'unknown font';
}

/**
 * The source of the confidence of a word, unless it was measured.
 * @param {Word} word
 */
function basisOf({ basis }) {
  if (!basis || basis === 'measured') return '';
  return basis === 'same' ? ' as all words of the page' : ` by its source (${basis === 'none' ? 'unknown' : basis})`;
}

/**
 * @param {Word} word
 * @param {PageData} page
 */
function ofWord(word, page) {
  const facts = [`${fontName(page, word.font)} ${size(word.size)}`];
  facts.push(`confidence ${word.confidence} %${basisOf(word)}`);
  if (word.lang) facts.push(word.lang);
  return `“${word.text}” ${facts.join(', ')}`;
}

/** @param {Cell} cell */
function ofCell(cell) {
  const span = [
    cell.row_span > 1 ? counted(cell.row_span, 'row') : null,
    cell.column_span > 1 ? counted(cell.column_span, 'column') : null,
  ]
    .filter(Boolean)
    .join(', ');
  return `row ${cell.row + 1}, column ${cell.column + 1}${span && `, spans ${span}`}${cell.header ? ', header' : ''}`;
}

/** @param {Finding} finding */
const ofFinding = ({ why, by }) => `${why}${by ? ` (${by})` : ''}`;
/** @param {string} kind */
const ofKind = (kind) => (/** @type {PageData} */ page) => page.findings.filter((finding) => finding.kind === kind);

/**
 * A layer whose description takes the items that it has.
 * @template {Thing} T
 * @param {Omit<Layer, 'boxes' | 'says'> & { boxes: (page: PageContents) => Iterable<T>, says: (thing: T, page: PageContents) => string }} given
 * @returns {Layer}
 */
const ofItems = (given) => given;

/** @type {Layer[]} */
export const LAYERS = [
  { name: 'picture', label: 'Picture', on: true },
  { name: 'text', label: 'Text as recognised', hint: 'in browser fonts' },
  {
    name: 'confidence',
    label: 'Confidence',
    hint: 'of each word, as colour',
    legend: 'the confidence of words, from red to green',
  },
  ofItems({
    name: 'elements',
    label: 'Elements',
    hint: 'those chosen below',
    boxes: (page) => page.elements,
    says: (e) => `${e.name}${e.standard && e.standard !== e.name ? ` (${e.standard})` : ''}`,
  }),
  ofItems({
    name: 'blocks',
    label: 'Blocks',
    on: true,
    legend: 'blocks of text, tables and images',
    boxes: blocks,
    says: (block) =>
      [block.role, block.order && `number ${block.order}`, block.alt && `“${block.alt}”`].filter(Boolean).join(', '),
  }),
  ofItems({
    name: 'paragraphs',
    label: 'Paragraphs',
    legend: 'paragraphs',
    boxes: paragraphs,
    says: (p) => (p.heading ? `heading ${p.heading}` : (p.role ?? '')),
  }),
  ofItems({
    name: 'lines',
    label: 'Lines',
    legend: 'lines',
    boxes: lines,
    says: (line) =>
      [line.size && size(line.size), line.angle && `turned ${line.angle}°`, line.vertical && 'vertical']
        .filter(Boolean)
        .join(', '),
  }),
  ofItems({ name: 'words', label: 'Words', legend: 'words', boxes: words, says: ofWord }),
  ofItems({
    name: 'characters',
    label: 'Characters',
    boxes: (page) => page.characters,
    says: (c, page) => `“${c.text}” ${fontName(page, c.font)} ${size(c.size)}`,
  }),
  ofItems({
    name: 'tables',
    label: 'Tables and cells',
    boxes: (page) => [...page.tables, ...cells(page)],
    says: (cell) => ('row' in cell ? ofCell(cell) : `table of ${counted(cell.cells.length, 'cell')}`),
  }),
  ofItems({
    name: 'gutters',
    label: 'Gutters',
    legend: 'gutters between columns',
    boxes: ofKind('gutter'),
    says: ofFinding,
  }),
  ofItems({
    name: 'images',
    label: 'Images',
    boxes: (page) => page.images,
    says: (image) => (image.key ? `object ${image.key.replace('-', ' ')}` : 'inline'),
  }),
  ofItems({
    name: 'artifacts',
    label: 'Artifacts',
    boxes: (page) => page.artifacts,
    says: (artifact) => artifact.type ?? '',
  }),
  ofItems({
    name: 'rules',
    label: 'Ruled lines',
    boxes: (page) => page.rules,
    says: (rule) => (rule.stroked ? 'stroked' : 'filled'),
  }),
  { name: 'order', label: 'Reading order', on: true, hint: 'of', legend: 'numbers and arrows: the reading order' },
  ofItems({
    name: 'faults',
    label: 'Faults',
    hint: 'found by validate',
    boxes: (page) => page.faults,
    says: (fault) => `${fault.clause}: ${fault.message}`,
  }),
  ofItems({
    name: 'verdicts',
    label: 'Tags against geometry',
    hint: 'what only one sees',
    view: 'tags',
    boxes: (page) => page.verdicts,
    says: (place) => place.what,
  }),
  { name: 'warnings', label: 'Warnings', on: true, hint: 'of the conversion' },
];

/**
 * The name of one item of a layer.
 * @type {Record<string, string>}
 */
export const SINGULAR = {
  elements: 'element',
  blocks: 'block',
  paragraphs: 'paragraph',
  lines: 'line',
  words: 'word',
  characters: 'character',
  tables: 'table',
  gutters: 'gutter',
  images: 'image',
  artifacts: 'artifact',
  rules: 'rule',
  faults: 'fault',
  verdicts: 'tags',
};
