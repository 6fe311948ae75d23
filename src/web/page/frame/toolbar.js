// The bar at the top: the document, the views, the page, the zoom.

import { button, h } from '../dom.js';
import { showExport } from '../export/dialog.js';
import { showHelp } from './help.js';
import { offers } from './offers.js';
import { pageControls } from './page_controls.js';
import { send } from './send.js';
import { zoomControls } from './zoom_controls.js';

export const VIEWS = [
  { name: 'pages', label: 'Pages' },
  { name: 'correct', label: 'Correct' },
  { name: 'compare', label: 'Compare' },
  { name: 'review', label: 'Review' },
  { name: 'tags', label: 'Tags' },
  { name: 'fonts', label: 'Fonts' },
  { name: 'images', label: 'Images' },
  { name: 'objects', label: 'Objects' },
  { name: 'metadata', label: 'Metadata' },
];

/**
 * Those views that a kind of document has: the XML of pdfminer has no objects.
 * @param {Summary} summary
 */
export function viewsOf(summary) {
  const views =
    summary.kind === 'pdf'
      ? VIEWS
      : VIEWS.filter(({ name }) => ['pages', 'correct', 'compare', 'review'].includes(name));
  /** @param {string} name */
  const isThere = (name) => name !== 'tags' || summary.roads?.includes('tags');
  return views.filter(({ name }) => isThere(name) && offers(summary, 'views', name));
}

/**
 * The bar of a document.
 * @param {Workspace} workspace
 * @param {DocumentEntry[]} documents
 * @param {(id: number | string) => void} chooseDocument
 */
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
    offers(summary, 'tools', 'export')
      ? button('Export …', {
          title: 'Write pages to a file, or copy the command line',
          id: 'export',
          act: () => showExport(workspace),
        })
      : null,
    offers(summary, 'tools', 'send')
      ? button('Send …', { title: 'Pages as one file, to send', id: 'send', act: () => send(workspace) })
      : null,
    button('?', { class: 'round', label: 'Keys', act: showHelp }),
  );
}

/**
 * @param {Summary} summary
 * @param {DocumentEntry[]} documents
 * @param {(id: number | string) => void} choose
 */
function documentName(summary, documents, choose) {
  const title = summary.title ? `${summary.title} — ${summary.name}` : summary.name;
  const heading = h('h1', { class: 'document', text: summary.name, title });
  if (documents.length < 2) return heading;
  /** @type {HTMLSelectElement} */
  const select = h(
    'select',
    { class: 'document', 'aria-label': 'Document', title, on: { change: () => choose(select.value) } },
    documents.map(({ id, name }) => h('option', { value: id, text: name })),
  );
  select.value = String(summary.id);
  heading.className = 'unseen';
  return [heading, select];
}

/** @param {Workspace} workspace */
function viewTabs(workspace) {
  const { state, summary } = workspace;
  const list = viewsOf(summary);
  if (list.length < 2) return null;
  const views = list.map(({ name, label }) =>
    button(label, { 'data-view': name, act: () => workspace.show({ view: name }) }),
  );
  state.watch(['view'], () => {
    for (const each of views) {
      if (each.dataset.view === state.view) each.setAttribute('aria-current', 'page');
      else each.removeAttribute('aria-current');
    }
  });
  return h('nav', { class: 'views', 'aria-label': 'Views' }, views);
}
