// The images of the document, listed as `pdfimages -list` does, and of one of them its picture and its facts.

import { messageOf } from '../api.js';
import { bytes, button, h } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';
import { factList, objectLink } from './facts.js';
import { MasterDetail } from './master.js';

/** @param {Workspace} workspace */
export function imagesView(workspace) {
  const { summary } = workspace;
  /** @type {MasterDetail<ImageRow>} */
  const view = new MasterDetail(workspace, {
    view: 'images',
    chosen: 'image',
    name: 'Images',
    width: innerWidth >= 1600 ? 860 : 640,
    columns: [
      {
        label: 'Page',
        width: '52px',
        number: true,
        cell: (i) => pageName(summary, i.page),
      },
      { label: 'Object', width: '56px', number: true, cell: (i) => i.key?.replace('-', ' ') ?? 'inline' },
      { label: 'Type', width: '52px', cell: (i) => i.type },
      { label: 'Width', width: '50px', number: true, cell: (i) => i.width },
      { label: 'Height', width: '50px', number: true, cell: (i) => i.height },
      { label: 'Colour', width: 'minmax(60px, 1fr)', title: 'colour space', cell: (i) => i.colour_space },
      { label: 'Comp', width: '42px', number: true, title: 'colour components', cell: (i) => i.components },
      { label: 'Bits', width: '34px', number: true, title: 'bits per component', cell: (i) => i.bits },
      {
        label: 'Filter',
        width: 'minmax(64px, 1fr)',
        cell: (i) => i.filters.join(' '),
      },
      {
        label: 'x-ppi',
        width: '44px',
        number: true,
        title: 'pixels per inch on the page, across',
        cell: (i) => i.x_ppi,
      },
      {
        label: 'y-ppi',
        width: '44px',
        number: true,
        title: 'pixels per inch on the page, down',
        cell: (i) => i.y_ppi,
      },
      {
        label: 'Size',
        width: '58px',
        number: true,
        cell: (i) => bytes(i.bytes),
      },
      {
        label: 'Ratio',
        width: '44px',
        number: true,
        title: 'of the size in the file to the size without compression',
        cell: (i) => ratio(i.ratio),
      },
    ],
    fetch: async (from, count) => {
      const answer = await workspace.api.images(from, count);
      view.haveRead(answer);
      return { total: answer.total, rows: answer.images };
    },
    empty: 'The document has no images.',
    detail: (key, row) => imageDetail(workspace, key, row),
  });
  return view;
}

/** @param {number | null} value */
const ratio = (value) => (value === null ? null : `${value.toFixed(value < 10 ? 1 : 0)} %`);

/**
 * @param {Workspace} workspace
 * @param {string} key
 * @param {ImageRow | null} row
 */
async function imageDetail(workspace, key, row) {
  const { api } = workspace;
  const facts = await api.image(key);
  const frame = h('div', { class: 'image-frame' }, h('p', { class: 'note', text: 'Drawing …' }));
  showPicture(api, key, frame);
  const page = row?.page ?? facts.pages[0];
  return [
    h('h2', { text: `Image ${key.replace('-', ' ')}` }),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button', href: api.imageFileAddress(key), download: '', text: 'Save as in the file' }),
      h('a', {
        class: 'button',
        href: api.imagePictureAddress(key),
        download: `image-${key}.png`,
        text: 'Save as PNG',
      }),
      page === undefined
        ? null
        : button(`Page ${pageName(workspace.summary, page)}`, {
            class: 'link',
            act: () => workspace.goTo(page),
          }),
      button('Object', { class: 'link', act: () => workspace.show({ view: 'objects', object: key }) }),
    ),
    frame,
    factList(
      { ...facts, colours: facts.colours && colourSpace(facts.colours) },
      { skip: ['key', 'dict', 'page', 'pages'], link: objectLink(workspace) },
    ),
  ];
}

/**
 * A colour space with its facts and its parts, of which each is a colour space again.
 * @param {Colours} colours
 * @returns {object}
 */
function colourSpace(colours) {
  const { facts, parts, ...own } = colours;
  return {
    ...own,
    ...Object.fromEntries(facts),
    ...Object.fromEntries(parts.map(([label, part]) => [label, colourSpace(part)])),
  };
}

/**
 * @param {DocumentApi} api
 * @param {string} key
 * @param {HTMLElement} frame
 */
async function showPicture(api, key, frame) {
  try {
    const address = URL.createObjectURL(await api.imagePicture(key));
    const image = h('img', { alt: `Image ${key}`, src: address });
    image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
    frame.replaceChildren(image);
  } catch (error) {
    frame.replaceChildren(h('p', { class: 'note error', text: `No picture: ${messageOf(error)}` }));
  }
}
