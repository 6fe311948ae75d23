// Facts of any depth as a list of names and values: what the program says of a font, an image, a document.

import { bytes, h, visible } from '../dom.js';

/** A reference to an object of the file. */
class Reference {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }
}

const DEEPEST = 12;
const MOST = 400;

/**
 * A list of the entries of an object; names are shown as people write them.
 * @param {object | null | undefined} value
 * @param {FactOptions} [options]
 * @param {number} [depth]
 */
export function factList(value, { skip = [], link = null } = {}, depth = 0) {
  const entries = Object.entries(value ?? {}).filter(
    ([name, entry]) => !skip.includes(name) && !isEmpty(entry),
  );
  return h(
    'dl',
    { class: 'facts' },
    entries
      .slice(0, MOST)
      .flatMap(([name, entry]) => [
        h('dt', { text: visible(name.replaceAll('_', ' ')) }),
        h('dd', {}, fact(name, entry, link, depth)),
      ]),
  );
}

/** @param {unknown} value */
function isEmpty(value) {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Link | null} link
 * @param {number} depth
 */
function fact(name, value, link, depth) {
  if (depth > DEEPEST) return '…';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name === 'bytes' ? bytes(value) : String(value);
  if (typeof value === 'string')
    return link?.(name, value) ?? h('span', { class: 'fact-text', text: visible(value) });
  if (value instanceof Reference) return link?.('object', value.key) ?? value.key;
  if (isObject(value)) return fact(name, plain(value, 0), link, depth);
  if (!Array.isArray(value)) return factList(value, { link }, depth + 1);
  if (value.every((entry) => typeof entry !== 'object')) return visible(value.slice(0, MOST).join(', '));
  if (value.every((entry) => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string')) {
    return factList(Object.fromEntries(value), { link }, depth + 1);
  }
  return h(
    'ol',
    { class: 'fact-items' },
    value.slice(0, MOST).map((entry) => h('li', {}, fact(name, entry, link, depth + 1))),
  );
}

/** Whether a value is one of a PDF: `{t, v}`. */
function isObject(value) {
  return typeof value.t === 'string' && Object.keys(value).every((key) => ['t', 'v', 'hex'].includes(key));
}

/**
 * A value of a PDF as people write it.
 * @param {Value} value
 * @param {number} depth
 */
function plain({ t, v }, depth) {
  if (depth > DEEPEST) return '…';
  if (t === 'dict') return Object.fromEntries(v.map(([key, each]) => [key, plain(each, depth + 1)]));
  if (t === 'ref') return new Reference(v);
  if (t === 'array') return v.map((each) => plain(each, depth + 1));
  return t === 'null' || t === 'cut' ? null : v;
}

/**
 * A link to an object, for entries that hold the key of one.
 * @param {Workspace} workspace
 */
export function objectLink(workspace) {
  return (name, value) =>
    /^\d+-\d+$/.test(value) && /key|object|catalog|mask|program/.test(name)
      ? h('button', {
          type: 'button',
          class: 'link',
          text: value.replace('-', ' '),
          on: { click: () => workspace.show({ view: 'objects', object: value }) },
        })
      : null;
}
