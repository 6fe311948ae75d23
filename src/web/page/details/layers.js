// The switches of the layers over the page, and of the boxes of elements by their names.

import { messageOf } from '../api.js';
import { h, visible } from '../dom.js';
import { viewsOf } from '../frame/toolbar.js';
import { LAYERS } from '../layers/list.js';
import { defaultColour } from '../layers/names.js';
import { orderChoice } from '../layers/order_choice.js';

/**
 * The pane with the switches.
 * @param {Workspace} workspace
 */
export function layersPane(workspace) {
  const { state, summary } = workspace;
  const views = viewsOf(summary).map(({ name }) => name);
  const names = h('ul', { class: 'switches names', 'aria-label': 'Boxes of elements' });
  const form = h(
    'div',
    { class: 'row' },
    h('button', { type: 'button', text: 'All', on: { click: () => all(true) } }),
    h('button', { type: 'button', text: 'None', on: { click: () => all(false) } }),
  );
  const pane = h(
    'div',
    { class: 'panel details', id: 'layers' },
    h(
      'ul',
      { class: 'switches', 'aria-label': 'Layers' },
      LAYERS.filter(({ view }) => !view || views.includes(view)).map((layer) => layerSwitch(layer, state)),
    ),
    h('h2', { class: 'part', text: 'Boxes of elements, by name' }),
    form,
    names,
  );
  /** @param {boolean} shown */
  const all = (shown) =>
    choose(state, Object.fromEntries([...state.names].map(([name, choice]) => [name, { ...choice, shown }])));
  state.watch(['nameList'], () => {
    form.hidden = state.nameList.length === 0;
    names.replaceChildren(...state.nameList.slice(0, 500).map((entry) => nameSwitch(entry, state)));
  });
  state.on(['names'], () => {
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (names.querySelectorAll('[data-name]'))) {
      const choice = state.names.get(item.dataset.name ?? '');
      const [check, colour] = item.querySelectorAll('input');
      check.checked = choice?.shown ?? false;
      colour.value = choice?.colour ?? colour.value;
    }
  });
  const load = async () => {
    try {
      const { names: list } = await workspace.api.names(state.analysis);
      const known = state.names;
      const choices = new Map(
        list.map(({ name }, index) => [name, known.get(name) ?? { shown: false, colour: defaultColour(index) }]),
      );
      state.set({ nameList: list, names: choices });
    } catch (error) {
      names.replaceChildren(h('li', { class: 'note error', text: messageOf(error) }));
    }
  };
  state.on(['analysis'], load);
  load();
  return pane;
}

/**
 * Changes which names are shown; the layer of the elements is on as long as there is one.
 * @param {StateOf<WorkspaceState>} state
 * @param {Record<string, NameChoice>} changes
 */
function choose(state, changes) {
  const names = new Map([...state.names, ...Object.entries(changes)]);
  const isAny = [...names.values()].some((choice) => choice.shown);
  const layers = new Set(state.layers);
  if (isAny) layers.add('elements');
  else layers.delete('elements');
  state.set({ names, layers });
}

/**
 * @param {Layer} layer
 * @param {StateOf<WorkspaceState>} state
 */
function layerSwitch({ name, label, hint }, state) {
  const check = h('input', { type: 'checkbox', 'data-layer': name });
  check.addEventListener('change', () => {
    const layers = new Set(state.layers);
    if (check.checked) layers.add(name);
    else layers.delete(name);
    state.set({ layers });
  });
  state.watch(['layers'], () => {
    check.checked = state.layers.has(name);
  });
  /** @param {OrderOf} orderOf */
  const switched = (orderOf) => state.set({ orderOf, layers: new Set(state.layers).add(name) });
  return h(
    'li',
    {},
    h(
      'label',
      {},
      check,
      h('span', { class: `swatch swatch-${name}` }),
      h('span', { text: label }),
      hint ? h('span', { class: 'hint', text: hint }) : null,
    ),
    name === 'order' ? orderChoice(state, switched) : null,
  );
}

/**
 * @param {NamedElements} entry
 * @param {StateOf<WorkspaceState>} state
 */
function nameSwitch({ name, standard, count }, state) {
  const choice = state.names.get(name) ?? { shown: false, colour: '' };
  const check = h('input', { type: 'checkbox', checked: choice.shown });
  const colour = h('input', {
    type: 'color',
    value: choice.colour,
    'aria-label': `Colour of ${visible(name)}`,
  });
  check.addEventListener('change', () => choose(state, { [name]: { shown: check.checked, colour: colour.value } }));
  colour.addEventListener('change', () => choose(state, { [name]: { shown: true, colour: colour.value } }));
  return h(
    'li',
    { 'data-name': name },
    h(
      'label',
      {},
      check,
      h('span', { class: 'name', text: visible(name) }),
      standard && standard !== name ? h('span', { class: 'standard', text: visible(standard) }) : null,
    ),
    colour,
    h('span', { class: 'count', text: count?.toLocaleString('en') }),
  );
}
