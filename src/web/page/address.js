// The part of the address behind `#` says what is shown, so that it can be kept, sent to oneself, and gone back
// to: `#document=0&view=pages&page=12&element=e40`. Pages count from 1 in it, as people count.

/** Reads the address, and ignores invalid values. */
export function read(hash = location.hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const page = Number.parseInt(values.get('page') ?? '', 10);
  return {
    document: values.get('document'),
    view: values.get('view'),
    page: Number.isInteger(page) && page > 0 ? page - 1 : null,
    road: values.get('road'),
    element: values.get('element'),
    font: values.get('font'),
    image: values.get('image'),
    object: values.get('object'),
  };
}

/**
 * The same as text, shortest first.
 * @param {Address} values
 */
export function written(values) {
  const parts = new URLSearchParams();
  /**
   * @param {string} name
   * @param {string | number | null} value
   */
  const put = (name, value) => value !== null && parts.set(name, String(value));
  put('document', values.document);
  put('view', values.view);
  put('page', values.page === null ? null : values.page + 1);
  put('road', values.road);
  put('element', values.element);
  if (values.view === 'fonts') put('font', values.font);
  if (values.view === 'images') put('image', values.image);
  if (values.view === 'objects') put('object', values.object);
  return `#${parts}`;
}

/**
 * Writes the address. A step that one may want to go back from is an entry of its own in the browser's history;
 * scrolling is not.
 * @param {Address} values
 * @param {boolean} isStep
 */
export function show(values, isStep) {
  const hash = written(values);
  if (hash === location.hash) return;
  if (isStep) history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
}
