// The codes of a font as a table, each with its glyph drawn, its text and its widths.

import { button, code, h, svg } from '../dom.js';
import { radioGroup } from '../frame/choice.js';
import { Listing } from '../listing.js';

// The glyphs of a Type 3 font come as one picture, with a cell for each code of a byte.
const CELLS_IN_A_ROW = 16;
const CELL = 36;

const SHOWN = [
  { value: 'used', text: 'Used codes' },
  { value: 'all', text: 'All codes' },
];

/**
 * The table, with a switch between the codes that the document uses and all.
 * @param {Workspace} workspace
 * @param {string} key
 */
export function codeTable(workspace, key) {
  let show = 'used';
  const sheet = new Sheet(workspace.api, key);
  const listing = new Listing({
    name: 'Codes',
    height: 40,
    columns: [
      { label: 'Code', width: '64px', cell: (c) => h('code', { text: c.hex }) },
      { label: 'Glyph', width: '52px', cell: (c) => glyph(c, workspace, sheet) },
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
        cell: (c) => c.name ?? (c.cid === null ? '' : `CID ${c.cid}`),
      },
      { label: 'Width', width: '54px', number: true, cell: (c) => c.width },
      { label: 'Program', width: '62px', number: true, title: 'width in the font program', cell: differs },
      { label: 'Used', width: '48px', cell: (c) => (c.used ? 'yes' : '') },
    ],
    fetch: async (from, count) => {
      const answer = await workspace.api.codes(key, show, from, count);
      return { total: answer.total, rows: answer.codes };
    },
    empty: 'No codes.',
  });
  /** @param {string} name */
  const choose = async (name) => {
    show = name;
    choice.check(show);
    await listing.renew();
  };
  const choice = radioGroup('Codes', 'data-codes', SHOWN, choose);
  // A font that is not used has its codes, too.
  choose('used').then(() => (listing.total === 0 ? choose('all') : undefined));
  return h('div', { class: 'codes' }, choice.element, listing.element);
}

/** @param {Code} c */
function unicode(c) {
  if (!c.unicode) return h('span', { class: c.used ? 'bad' : 'hint', text: 'no text' });
  return [...c.unicode].map((each) => `U+${code(each)}`).join(' ');
}

/** @param {Code} c */
function differs(c) {
  if (c.program_width === null) return '';
  const isOther = c.width !== null && Math.abs(c.width - c.program_width) > 1;
  return h('span', { class: isOther ? 'bad' : null, text: c.program_width });
}

/** The picture of the glyphs of a Type 3 font, got when a first glyph is shown. */
class Sheet {
  #api;
  #key;
  /** @type {Promise<ImageBitmap> | null} */
  #image = null;

  /**
   * @param {DocumentApi} api
   * @param {string} key
   */
  constructor(api, key) {
    this.#api = api;
    this.#key = key;
  }

  /**
   * Puts the glyph of a code into an element, in the place of what it says.
   * @param {HTMLElement} element
   * @param {number} number
   */
  async fill(element, number) {
    try {
      this.#image ??= this.#api.glyphs(this.#key).then(createImageBitmap);
      const image = await this.#image;
      const side = image.width / CELLS_IN_A_ROW;
      const [column, row] = [number % CELLS_IN_A_ROW, Math.floor(number / CELLS_IN_A_ROW)];
      const canvas = h('canvas', { width: side, height: side, style: { width: `${CELL}px`, height: `${CELL}px` } });
      canvas.getContext('2d')?.drawImage(image, column * side, row * side, side, side, 0, 0, side, side);
      element.replaceChildren(canvas);
    } catch {
      // A sheet that cannot be drawn leaves the way to the content stream.
    }
  }
}

/**
 * @param {Code} c
 * @param {Workspace} workspace
 * @param {Sheet} sheet
 */
function glyph(c, workspace, sheet) {
  if (c.procedure) {
    const act = () => workspace.show({ view: 'objects', object: c.procedure });
    const title = 'The content stream that draws the glyph';
    const link = button('content', { class: 'link glyph-drawn', title, label: title, act });
    sheet.fill(link, c.code);
    return link;
  }
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
