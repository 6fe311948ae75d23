// The fonts of the document, and of one of them its facts and its codes.

import { button, h, visible } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';
import { codeTable } from './codes.js';
import { factList, objectLink } from './facts.js';
import { MasterDetail } from './master.js';

/** @param {boolean} value */
const yesNo = (value) => (value ? 'yes' : 'no');

/** @param {Workspace} workspace */
export function fontsView(workspace) {
  /** @type {MasterDetail<FontRow>} */
  const view = new MasterDetail(workspace, {
    view: 'fonts',
    chosen: 'font',
    name: 'Fonts',
    width: 560,
    columns: [
      { label: 'Name', width: 'minmax(140px, 2fr)', cell: (font) => font.name ?? '(no name)' },
      { label: 'Type', width: 'minmax(70px, 1fr)', cell: (font) => font.type },
      { label: 'Encoding', width: 'minmax(80px, 1fr)', cell: (font) => font.encoding },
      { label: 'Emb', width: '40px', title: 'embedded', cell: (font) => yesNo(font.embedded) },
      { label: 'Sub', width: '40px', title: 'subset', cell: (font) => yesNo(font.subset) },
      { label: 'Uni', width: '40px', title: 'has a ToUnicode map', cell: (font) => yesNo(font.to_unicode) },
      {
        label: 'No text',
        width: '58px',
        number: true,
        title: 'codes that are used and have no text',
        cell: (font) => font.codes_without_text || '',
      },
    ],
    fetch: async (from, count) => {
      const answer = await workspace.api.fonts();
      view.haveRead(answer);
      const { fonts } = answer;
      return { total: fonts.length, rows: fonts.slice(from, from + count) };
    },
    empty: 'The document has no fonts.',
    detail: (key, row) => fontDetail(workspace, key, row),
  });
  return view;
}

/**
 * @param {Workspace} workspace
 * @param {string} key
 * @param {FontRow | null} row
 */
async function fontDetail(workspace, key, row) {
  const font = await workspace.api.font(key);
  const pages = row?.pages ?? font.pages ?? [];
  const codes = codeTable(workspace, key);
  const isObject = /^\d+-\d+$/.test(key);
  const name = font.name ?? row?.name ?? '';
  /** The font as its words name it. */
  const named = { key: isObject ? key : null, name: name.replace(/^[A-Z]{6}\+/, '') };
  return [
    h('h2', { text: visible(name || key) }),
    h(
      'div',
      { class: 'row' },
      button('Words in this font', { 'data-words': key, act: () => workspace.listWords(named) }),
      isObject
        ? button(`Object ${key.replace('-', ' ')}`, {
            class: 'link',
            act: () => workspace.show({ view: 'objects', object: key }),
          })
        : h('span', { class: 'hint', text: 'written in place' }),
      pages.length
        ? h(
            'span',
            {},
            'on page ',
            pages
              .slice(0, 12)
              .map((page) =>
                button(pageName(workspace.summary, page), { class: 'link', act: () => workspace.goTo(page) }),
              ),
            pages.length > 12 ? ' …' : null,
          )
        : null,
    ),
    h(
      'div',
      { class: 'columns' },
      codes,
      h(
        'section',
        { class: 'font-facts', tabindex: 0, 'aria-label': 'Facts' },
        factList(font, {
          skip: ['name', 'key', 'pages', 'dict', 'pages_read', 'codes_used'],
          link: objectLink(workspace),
        }),
      ),
    ),
  ];
}
