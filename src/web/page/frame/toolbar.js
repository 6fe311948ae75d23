// The bar at the top: the document, the views, the page, the zoom.

import { button, h } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';
import { showHelp } from './help.js';
import { NAMES, percent, stepped } from './zoom.js';

const VIEWS = [
  { name: 'pages', label: 'Pages' },
  { name: 'compare', label: 'Compare' },
  { name: 'fonts', label: 'Fonts' },
  { name: 'images', label: 'Images' },
  { name: 'objects', label: 'Objects' },
  { name: 'metadata', label: 'Metadata' },
];

/** Those views that a kind of document has: the XML of pdfminer has no objects. */
export function viewsOf(summary) {
  return summary.kind === 'pdf' ? VIEWS : VIEWS.filter(({ name }) => ['pages', 'compare'].includes(name));
}

/** The bar of a document. */
export function toolbar(workspace, documents, chooseDocument) {
  const { state, summary } = workspace;
  return h(
    'header',
    { class: 'toolbar' },
    documentName(summary, documents, chooseDocument),
    viewTabs(workspace),
    h('span', { class: 'space' }),
    pageControls(workspace),
    zoomControls(state),
    button('?', { class: 'round', label: 'Keys', act: showHelp }),
  );
}

function documentName(summary, documents, choose) {
  const title = summary.title ? `${summary.title} — ${summary.name}` : summary.name;
  if (documents.length < 2) return h('strong', { class: 'document', text: summary.name, title });
  const select = h(
    'select',
    { class: 'document', 'aria-label': 'Document', title, on: { change: () => choose(select.value) } },
    documents.map(({ id, name }) => h('option', { value: id, text: name })),
  );
  select.value = String(summary.id);
  return select;
}

function viewTabs(workspace) {
  const { state, summary } = workspace;
  const list = viewsOf(summary);
  if (list.length < 2) return null;
  const nav = h(
    'nav',
    { class: 'views', 'aria-label': 'Views' },
    list.map(({ name, label }) =>
      h('button', {
        type: 'button',
        'data-view': name,
        text: label,
        on: { click: () => workspace.show({ view: name }) },
      }),
    ),
  );
  state.watch(['view'], () => {
    for (const each of nav.children) {
      if (each.dataset.view === state.view) each.setAttribute('aria-current', 'page');
      else each.removeAttribute('aria-current');
    }
  });
  return nav;
}

function pageControls(workspace) {
  const { state, summary } = workspace;
  const last = summary.page_count - 1;
  const input = h('input', {
    class: 'page-number',
    'aria-label': 'Page',
    title: 'Number or label of the page',
    autocomplete: 'off',
    id: 'page-number',
  });
  const of = h('span', { class: 'of' });
  state.watch(['page'], () => {
    input.value = summary.labels?.[state.page] ?? String(state.page + 1);
    const name = pageName(summary, state.page);
    of.textContent =
      name === input.value ? `of ${summary.page_count}` : `${state.page + 1} of ${summary.page_count}`;
  });
  input.addEventListener('focus', () => input.select());
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const wanted = input.value.trim();
    const labelled = summary.labels?.indexOf(wanted) ?? -1;
    const number = Number.parseInt(wanted, 10);
    if (labelled >= 0) workspace.goTo(labelled);
    else if (number >= 1) workspace.goTo(Math.min(number - 1, last));
    else input.select();
  });
  return h(
    'div',
    { class: 'group' },
    button('‹', { label: 'Previous page', act: () => workspace.goTo(Math.max(0, state.page - 1)) }),
    input,
    of,
    button('›', { label: 'Next page', act: () => workspace.goTo(Math.min(last, state.page + 1)) }),
  );
}

function zoomControls(state) {
  const select = h('select', { 'aria-label': 'Zoom', id: 'zoom' });
  select.addEventListener('change', () => state.set({ zoom: Number(select.value) || select.value }));
  state.watch(['zoom', 'scale'], () => {
    const isNumber = typeof state.zoom === 'number';
    const options = [
      ...NAMES.map(([value, label]) => h('option', { value, text: label })),
      ...[0.5, 0.75, 1, 1.5, 2, 3, 4, 8].map((value) => h('option', { value, text: `${value * 100} %` })),
    ];
    const isListed = options.some((option) => option.value === String(state.zoom));
    if (isNumber && !isListed) options.push(h('option', { value: state.zoom, text: percent(state.zoom) }));
    select.replaceChildren(...options);
    select.value = String(state.zoom);
  });
  return h(
    'div',
    { class: 'group' },
    button('−', { label: 'Smaller', act: () => state.set({ zoom: stepped(state, -1) }) }),
    select,
    button('+', { label: 'Larger', act: () => state.set({ zoom: stepped(state, 1) }) }),
  );
}
