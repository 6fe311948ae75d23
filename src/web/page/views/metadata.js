// The metadata of the document: information, XMP, languages, claimed standards, attachments.

import { isAbort, messageOf } from '../api.js';
import { bytes, counted, h, visible } from '../dom.js';
import { factList, objectLink } from './facts.js';

/** @param {Workspace} workspace */
export function metadataView(workspace) {
  const { state, summary, api } = workspace;
  const element = h('div', { class: 'view-page', id: 'view-metadata', tabindex: 0 });
  let isLoaded = false;
  const load = async () => {
    if (state.view !== 'metadata' || isLoaded) return;
    isLoaded = true;
    try {
      const { info, xmp, attachments, pages, ...rest } = await api.metadata();
      element.replaceChildren(
        ...[
          section(
            'Document',
            factList(
              {
                name: summary.name,
                size: bytes(summary.bytes),
                pages,
                structure_elements: summary.elements,
                ...rest,
              },
              { link: objectLink(workspace) },
            ),
          ),
          section('Information', info.length ? factList(Object.fromEntries(info)) : none()),
          section(
            counted(attachments.length, 'attachment'),
            attachments.length ? attachmentTable(api, attachments) : none(),
          ),
          section(
            'XMP',
            xmp ? h('pre', { class: 'stream', tabindex: 0, 'aria-label': 'XMP' }, visibleLines(xmp)) : none(),
          ),
        ],
      );
    } catch (error) {
      isLoaded = false;
      if (!isAbort(error)) element.replaceChildren(h('p', { class: 'note error', text: messageOf(error) }));
    }
  };
  state.on(['view'], load);
  load();
  return { element };
}

const none = () => h('p', { class: 'note', text: 'None.' });
/**
 * @param {string} title
 * @param {HTMLElement} content
 */
const section = (title, content) => h('section', {}, h('h2', { text: title }), content);
/** @param {string} text */
const visibleLines = (text) => text.split('\n').map(visible).join('\n');

/**
 * @param {DocumentApi} api
 * @param {Attachment[]} attachments
 */
function attachmentTable(api, attachments) {
  const head = ['Name', 'Type', 'Size', 'Relationship'].map((label) => h('th', { scope: 'col', text: label }));
  return h(
    'table',
    { class: 'plain' },
    h('thead', {}, h('tr', {}, head)),
    h(
      'tbody',
      {},
      attachments.map((each) =>
        h(
          'tr',
          {},
          h(
            'td',
            {},
            h('a', {
              href: api.attachmentAddress(each.index),
              download: each.name,
              text: visible(each.name || '(no name)'),
            }),
          ),
          h('td', { text: visible(each.type ?? '') }),
          h('td', { text: each.bytes === null ? '' : bytes(each.bytes) }),
          h('td', {
            text: [visible(each.relationship ?? ''), each.locked ? 'encrypted' : ''].filter(Boolean).join(', '),
          }),
        ),
      ),
    ),
  );
}
