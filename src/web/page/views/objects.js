// The objects of the file: a table to search, and one object as a tree whose references open in place or are gone
// to. Back and forward are those of the browser.

import { messageOf } from '../api.js';
import { button, bytes, h, visible } from '../dom.js';
import { TreeView } from '../tree/view.js';
import { MasterDetail } from './master.js';

// Bytes of a stream that are shown at once.
const PART = 4000;

/** @typedef {{ key: string, name: string, kids: number, value: Value }} ValueRow */

/** @param {Workspace} workspace */
export function objectsView(workspace) {
  let query = '';
  const input = h('input', {
    type: 'search',
    placeholder: 'Number, type or text',
    'aria-label': 'Search the objects',
    spellcheck: 'false',
  });
  const form = h(
    'form',
    {
      class: 'row',
      role: 'search',
      on: {
        submit: (event) => {
          event.preventDefault();
          search();
        },
      },
    },
    button('←', { label: 'Back', act: () => history.back() }),
    button('→', { label: 'Forward', act: () => history.forward() }),
    button('Trailer', { act: () => workspace.show({ object: 'trailer' }) }),
    input,
  );
  let timer = 0;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, 250);
  });
  /** @type {MasterDetail<ObjectRow>} */
  const view = new MasterDetail(workspace, {
    view: 'objects',
    chosen: 'object',
    name: 'Objects',
    above: form,
    columns: [
      { label: 'Object', width: '64px', number: true, cell: (o) => o.key.replace('-', ' ') },
      {
        label: 'Type',
        width: 'minmax(70px, 1fr)',
        cell: (o) => [o.type, o.subtype].filter(Boolean).join(' '),
      },
      { label: 'Content', width: 'minmax(120px, 3fr)', cell: (o) => o.summary },
    ],
    fetch: async (from, count) => {
      const { total, objects } = await workspace.api.objects(from, count, query || null);
      return { total, rows: objects };
    },
    empty: 'No objects.',
    detail: (key) => objectDetail(workspace, key),
  });
  function search() {
    if (query === input.value.trim()) return;
    query = input.value.trim();
    view.reload();
  }
  return view;
}

/**
 * @param {Workspace} workspace
 * @param {string} key
 */
async function objectDetail(workspace, key) {
  const object = await workspace.api.object(key);
  // The values that the rows of the tree stand for, by their paths.
  /** @type {Map<string | null, Value>} */
  const known = new Map([[null, { t: 'dict', v: [['', object.value]] }]]);
  /** @type {TreeView<ValueRow>} */
  const tree = new TreeView({
    name: `Object ${key}`,
    fetch: (path, from, count) => children(workspace, known, path, from, count),
    content: (row) => rowContent(workspace, row),
    choose: ({ value }, isDone) => {
      if (isDone && value.t === 'ref') workspace.show({ object: value.v });
    },
  });
  await tree.start();
  return [
    h('h2', { text: key === 'trailer' ? 'Trailer' : `Object ${key.replace('-', ' ')}` }),
    h('div', { class: 'object-tree' }, tree.element),
    object.stream ? stream(workspace, key, object.stream) : null,
  ].filter((part) => part !== null);
}

/**
 * @param {Workspace} workspace
 * @param {Map<string | null, Value>} known
 * @param {string | null} path
 * @param {number} from
 * @param {number} count
 */
async function children(workspace, known, path, from, count) {
  let value = known.get(path);
  if (value?.t === 'ref') ({ value } = await workspace.api.object(value.v));
  const entries = entriesOf(value);
  const rows = entries.slice(from, from + count).map(([name, each], i) => {
    const key = `${path ?? ''}/${from + i}`;
    known.set(key, each);
    return { key, name, value: each, kids: kids(each) };
  });
  return { total: entries.length, rows };
}

/**
 * The entries of a value; a number behind a reference has a row of its own.
 * @param {Value | undefined} value
 * @returns {[string, Value][]}
 */
function entriesOf(value) {
  if (value?.t === 'array') return value.v.map((each, index) => [String(index), each]);
  if (value?.t === 'dict') return value.v;
  return value ? [['', value]] : [];
}

/** @param {Value} value */
function kids(value) {
  if (value.t === 'ref') return 1;
  return value.t === 'array' || value.t === 'dict' ? value.v.length : 0;
}

/**
 * @param {Workspace} workspace
 * @param {ValueRow} row
 */
function rowContent(workspace, { name, value }) {
  const label = name === '' ? null : h('span', { class: 'key', text: visible(name) });
  return [label, h('span', { class: `value value-${value.t}` }, shown(workspace, value))];
}

/**
 * @param {Workspace} workspace
 * @param {Value} value
 */
function shown(workspace, value) {
  switch (value.t) {
    case 'ref':
      return button(`${value.v.replace('-', ' ')} R`, {
        class: 'link',
        tabindex: -1,
        act: (event) => {
          event.preventDefault();
          workspace.show({ view: 'objects', object: value.v });
        },
      });
    case 'dict':
      return `« ${value.v
        .slice(0, 6)
        .map(([key]) => `/${visible(key)}`)
        .join(' ')}${value.v.length > 6 ? ' …' : ''} »`;
    case 'array':
      return value.v.length > 8 || value.v.some((each) => 'dict array'.includes(each.t))
        ? `[ ${value.v.length} ]`
        : `[ ${value.v.map(brief).join(' ')} ]`;
    case 'string':
      return h('span', { title: value.hex, text: `(${visible(value.v)})` });
    default:
      return brief(value);
  }
}

/** @param {Value} value */
function brief(value) {
  if (value.t === 'name') return `/${visible(value.v)}`;
  if (value.t === 'ref') return `${value.v.replace('-', ' ')} R`;
  if (value.t === 'null') return 'null';
  if (value.t === 'string') return `(${visible(value.v)})`;
  return 'v' in value ? visible(String(value.v)) : '…';
}

/**
 * @param {Workspace} workspace
 * @param {string} key
 * @param {StreamFacts} facts
 */
function stream(workspace, key, { filters, length, decoded_length: decoded, image, warnings }) {
  const text = h('pre', { class: 'stream', tabindex: 0, 'aria-label': 'Decoded stream' });
  const status = h('span', { class: 'status', role: 'status' });
  let from = 0;
  const more = button('Show', {
    act: async () => {
      try {
        const part = await workspace.api.stream(key, from, PART);
        text.append(part.text ?? (part.hex ?? '').replace(/(..)/g, '$1 ').replace(/(.{48})/g, '$1\n'));
        from += PART;
        more.hidden = from >= part.total;
        more.textContent = 'More';
        status.textContent = `${bytes(Math.min(from, part.total))} of ${bytes(part.total)}`;
      } catch (error) {
        status.textContent = messageOf(error);
      }
    },
  });
  const facts = [
    filters.length ? filters.join(' ') : 'no filter',
    `${bytes(length)} in the file`,
    `${bytes(decoded)} decoded`,
  ].join(', ');
  more.click();
  return h(
    'section',
    {},
    h('h3', { text: 'Stream' }),
    h(
      'div',
      { class: 'row' },
      h('span', { text: facts }),
      more,
      status,
      image
        ? button('Show the image', {
            class: 'link',
            act: () => workspace.show({ view: 'images', image: key }),
          })
        : null,
    ),
    warnings.map((warning) => h('p', { class: 'bad', text: visible(warning) })),
    text,
  );
}
