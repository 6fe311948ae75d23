// The selected element: where it is in the tree, what it says of itself, and its text with its changes of font.

import { isAbort, messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { showHelp } from '../frame/help.js';
import { offers } from '../frame/offers.js';
import { LAYERS } from '../layers/list.js';
import { pageName } from '../pages/thumbnails.js';
import { attributes } from './attributes.js';
import { runs } from './runs.js';

/**
 * The pane of the selected element.
 * @param {Workspace} workspace
 */
export function elementPane(workspace) {
  const { state } = workspace;
  const pane = h('div', { class: 'panel details', id: 'element' });
  state.watch(['selection', 'element', 'layers', 'orderOf'], () => {
    const element = state.selection;
    if (!state.element) pane.replaceChildren(...hint(workspace));
    else if (element?.key !== state.element) pane.setAttribute('aria-busy', 'true');
    else {
      pane.removeAttribute('aria-busy');
      pane.replaceChildren(...parts(element, workspace));
    }
  });
  return pane;
}

/**
 * Without a selected element: what is seen over the page, and where to click.
 * @param {Workspace} workspace
 */
function hint({ state, summary }) {
  const facts = [counted(summary.page_count, 'page'), summary.roads.includes('tags') ? 'tagged' : 'not tagged'];
  const seen = LAYERS.filter(({ name, legend }) => legend && state.layers.has(name));
  return [
    h('h2', { text: visible(summary.title || summary.name) }),
    h('p', { class: 'note', text: facts.join(', ') }),
    seen.length ? h('p', { text: 'Over the page you see:' }) : '',
    h(
      'ul',
      { class: 'legend' },
      seen.map(({ name, legend }) => h('li', {}, h('span', { class: `swatch swatch-${name}` }), legend)),
    ),
    h('p', {}, 'Click on the page or in the tree: an element shows its text, its fonts and why it was detected.'),
    h(
      'p',
      {},
      button('Layers', { class: 'link', act: () => state.set({ right: 'layers' }) }),
      ' shows more, such as lines, words and their confidence. ',
      button('Keys', { class: 'link', act: showHelp }),
      ' lists the keys.',
    ),
  ];
}

/**
 * Asks for an element; null, with the reason said, if there is none.
 * @param {Workspace} workspace
 * @param {string} key
 * @param {AbortSignal} signal
 */
export async function loadElement(workspace, key, signal) {
  try {
    return await workspace.api.element(workspace.state.analysis, key, { signal });
  } catch (error) {
    if (isAbort(error)) return undefined;
    workspace.say(messageOf(error));
    return null;
  }
}

/**
 * @param {ElementDetails} element
 * @param {Workspace} workspace
 */
function parts(element, workspace) {
  return [
    crumbs(element, workspace),
    heading(element),
    why(element),
    facts(element, workspace),
    attributes(element.attributes, workspace),
    runs(element, workspace),
  ].filter((part) => part !== null);
}

/**
 * @param {ElementDetails} element
 * @param {Workspace} workspace
 */
function crumbs({ path }, workspace) {
  const above = path.slice(0, -1);
  if (above.length === 0) return null;
  return h(
    'nav',
    { class: 'crumbs', 'aria-label': 'What it is in' },
    above.map(({ key, name }) => button(visible(name), { act: () => workspace.select(key) })),
  );
}

/** @param {ElementDetails} element */
function heading(element) {
  return h(
    'h2',
    {},
    h('span', { class: 'name', text: visible(element.name) }),
    element.standard && element.standard !== element.name
      ? h('span', { class: 'standard', text: visible(element.standard), title: 'standard type' })
      : null,
    element.namespace ? h('span', { class: 'namespace', text: visible(element.namespace), title: 'namespace' }) : null,
  );
}

/** @param {ElementDetails} element */
function why({ why: reasons }) {
  if (reasons.length === 0) return null;
  return h(
    'ul',
    { class: 'why', 'aria-label': 'Why' },
    reasons.map((reason) =>
      h('li', {}, visible(reason.why), reason.by ? h('i', { text: ` ${visible(reason.by)}` }) : null),
    ),
  );
}

/**
 * @param {ElementDetails} element
 * @param {Workspace} workspace
 */
function facts(element, workspace) {
  /** @type {HTMLElement[]} */
  const rows = [];
  /**
   * @param {string} label
   * @param {Child} value
   */
  const put = (label, value) =>
    value !== null && value !== '' && rows.push(h('dt', { text: label }), h('dd', {}, value));
  /** @param {string | null} value */
  const text = (value) => (value === null ? null : visible(value));
  put('Title', text(element.title));
  put('Id', text(element.id));
  if (element.lang) {
    put('Language', [
      h('span', { text: visible(element.lang.value) }),
      element.lang.inherited ? h('span', { class: 'origin inherited', text: 'inherited' }) : null,
    ]);
  }
  put('Alt', text(element.alt));
  put('ActualText', text(element.actual_text));
  put('Expansion', text(element.expansion));
  put('Link to', text(element.target));
  const pages = element.pages;
  if (pages.length) {
    put(
      pages.length === 1 ? 'Page' : 'Pages',
      pages.slice(0, 50).map(({ index, bbox }) =>
        button(pageName(workspace.summary, index), {
          class: 'link',
          act: () => workspace.showBox(index, bbox),
        }),
      ),
    );
  }
  const box = pages[0]?.bbox;
  if (box) put('Box', box.map((value) => value.toFixed(1)).join('  '));
  if (element.object && offers(workspace.summary, 'views', 'objects'))
    put(
      'Object',
      button(element.object.replace('-', ' '), {
        class: 'link',
        act: () => workspace.show({ view: 'objects', object: element.object }),
      }),
    );
  return rows.length ? h('dl', { class: 'facts' }, rows) : null;
}
