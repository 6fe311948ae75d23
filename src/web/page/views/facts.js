// Facts of any depth as a list of names and values: what the program says of a font, an image, a document.

import { button, bytes, h, visible } from '../dom.js';

/** A reference to an object of the file. */
class Reference {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }
}

/** @typedef {(name: string, value: string) => Child} Link */
/** @typedef {{ skip?: string[], link?: Link | null }} FactOptions */

const MAX_DEPTH = 12;
const MAX_ITEMS = 400;

/**
 * A list of the entries of an object; names are shown as people write them.
 * @param {object | null | undefined} value
 * @param {FactOptions} [options]
 * @param {number} [depth]
 * @returns {HTMLElement}
 */
export function factList(value, { skip = [], link = null } = {}, depth = 0) {
  const entries = Object.entries(value ?? {}).filter(([name, entry]) => !skip.includes(name) && !isEmpty(entry));
  return h(
    'dl',
    { class: 'facts' },
    entries
      .slice(0, MAX_ITEMS)
      .flatMap(([name, entry]) => [
        h('dt', { text: visible(name.replaceAll('_', ' ')) }),
        h('dd', {}, fact(name, entry, link, depth)),
      ]),
  );
}

/** @param {unknown} value */
function isEmpty(value) {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Link | null} link
 * @param {number} depth
 * @returns {Child}
 */
function fact(name, value, link, depth) {
  if (depth > MAX_DEPTH) return '…';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name === 'bytes' ? bytes(value) : String(value);
  if (typeof value === 'string') return link?.(name, value) ?? h('span', { class: 'fact-text', text: visible(value) });
  if (value instanceof Reference) return link?.('object', value.key) ?? value.key;
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object' && isObject(value)) return fact(name, plain(value, 0), link, depth);
  if (!Array.isArray(value)) return factList(Object(value), { link }, depth + 1);
  if (value.every((entry) => typeof entry !== 'object')) return visible(value.slice(0, MAX_ITEMS).join(', '));
  if (value.every((entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string')) {
    return factList(Object.fromEntries(value), { link }, depth + 1);
  }
  return h(
    'ol',
    { class: 'fact-items' },
    value.slice(0, MAX_ITEMS).map((entry) => h('li', {}, fact(name, entry, link, depth + 1))),
  );
}

/**
 * Whether a value is one of a PDF: `{t, v}`.
 * @param {object} value
 * @returns {value is Value}
 */
function isObject(value) {
  return (
    't' in value && typeof value.t === 'string' && Object.keys(value).every((key) => ['t', 'v', 'hex'].includes(key))
  );
}

/**
 * A value of a PDF as people write it.
 * @param {Value} value
 * @param {number} depth
 * @returns {unknown}
 */
function plain(value, depth) {
  if (depth > MAX_DEPTH) return '…';
  switch (value.t) {
    case 'dict':
      return Object.fromEntries(value.v.map(([key, each]) => [key, plain(each, depth + 1)]));
    case 'array':
      return value.v.map((each) => plain(each, depth + 1));
    case 'ref':
      return new Reference(value.v);
    case 'null':
      return null;
    case 'cut':
      return '…';
    default:
      return value.v;
  }
}

/**
 * A link to an object, for entries that hold the key of one.
 * @param {Workspace} workspace
 * @returns {Link}
 */
export function objectLink(workspace) {
  return (name, value) =>
    /^\d+-\d+$/.test(value) && /key|object|catalog|mask|program/.test(name)
      ? button(value.replace('-', ' '), {
          class: 'link',
          act: () => workspace.show({ view: 'objects', object: value }),
        })
      : null;
}
