// The fonts of the document, and of one of them its facts and its codes, with their glyphs drawn.

import { button, h, svg, visible } from '../dom.js';
import { Listing } from '../listing.js';
import { pageName } from '../pages/thumbnails.js';
import { factList, objectLink } from './facts.js';
import { MasterDetail } from './master.js';

const yesNo = (value) => (value ? 'yes' : 'no');

export function fontsView(workspace) {
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

async function fontDetail(workspace, key, row) {
  const font = await workspace.api.font(key);
  const pages = row?.pages ?? font.pages ?? [];
  const codes = new Listing({
    name: 'Codes',
    height: 40,
    columns: [
      { label: 'Code', width: '64px', cell: (c) => h('code', { text: c.hex ?? String(c.code) }) },
      { label: 'Glyph', width: '52px', cell: glyph },
      {
        label: 'Text',
        width: '52px',
        cell: (c) => h('span', { class: 'big', text: c.unicode ?? '', dir: 'auto' }),
      },
      { label: 'Unicode', width: 'minmax(70px, 1fr)', cell: unicode },
      {
        label: 'From',
        width: 'minmax(80px, 1.2fr)',
        title: 'where the Unicode value comes from',
        cell: (c) => c.source,
      },
      {
        label: 'Name',
        width: 'minmax(70px, 1fr)',
        cell: (c) => c.name ?? (c.cid === null || c.cid === undefined ? '' : `CID ${c.cid}`),
      },
      { label: 'Width', width: '54px', number: true, cell: (c) => c.width },
      { label: 'Program', width: '62px', number: true, title: 'width in the font program', cell: differs },
      {
        label: 'Used',
        width: '48px',
        cell: (c) => (c.used === false ? '' : c.used === true ? 'yes' : c.used),
      },
    ],
    fetch: async (from, count) => {
      const answer = await workspace.api.codes(key, from, count);
      return { total: answer.total, rows: answer.codes };
    },
    empty: 'The font has no codes.',
  });
  codes.load();
  return [
    h('h2', { text: visible(font.name ?? row?.name ?? key) }),
    h(
      'div',
      { class: 'row' },
      button(`Object ${key.replace('-', ' ')}`, {
        class: 'link',
        act: () => workspace.show({ view: 'objects', object: key }),
      }),
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
      h('div', { class: 'codes' }, codes.element),
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

function unicode(c) {
  if (!c.unicode) return h('span', { class: c.used ? 'bad' : 'hint', text: 'no text' });
  return [...c.unicode]
    .map((each) => `U+${each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}

function differs(c) {
  if (c.program_width === null || c.program_width === undefined) return '';
  const isOther = c.width !== null && c.width !== undefined && Math.abs(c.width - c.program_width) > 1;
  return h('span', { class: isOther ? 'bad' : null, text: c.program_width });
}

function glyph(c) {
  if (!c.outline) return h('span', { class: 'hint', text: c.present === false ? 'none' : '' });
  // The outline is in thousandths of the em, upright, with the baseline at 0.
  const [x0, y0, x1, y1] = c.box ?? [0, -800, 1000, 200];
  const [left, right] = [Math.min(0, x0), Math.max(x1, c.width ?? 0, 100)];
  const [top, bottom] = [Math.min(-800, y0), Math.max(250, y1)];
  return svg(
    'svg',
    {
      class: 'glyph',
      viewBox: `${left} ${top} ${right - left} ${bottom - top}`,
      role: 'img',
      'aria-label': c.name ?? 'glyph',
    },
    svg('path', { d: c.outline }),
  );
}
