// Makes elements. What comes from a document is only ever set as text or as an attribute's value, never as
// markup, so that no document can run script.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element. Properties: `class`, `text`, `on` (event handlers by name), `style` (by CSS name), `value`,
 * `checked`, `disabled`, `hidden`; all others are attributes. A property that is null is left out. Children are
 * elements and texts, also in lists of lists.
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key === 'class') element.className = value;
    else if (key === 'text') element.textContent = value;
    else if (key === 'on') listen(element, value);
    else if (key === 'style') restyle(element, value);
    else if (['value', 'checked', 'disabled', 'hidden'].includes(key)) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of SVG with its attributes. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Sets properties of CSS one by one: a `style` attribute is refused by the page's security policy. */
function restyle(element, properties) {
  for (const [key, value] of Object.entries(properties)) element.style.setProperty(key, value);
}

/** Adds handlers of events by their names. */
export function listen(element, handlers, options) {
  for (const [event, handler] of Object.entries(handlers)) element.addEventListener(event, handler, options);
}

/** A button with a text, or with a sign and a label for those who do not see it. */
export function button(text, { label = null, title = null, act, ...rest }) {
  return h('button', {
    type: 'button',
    text,
    'aria-label': label,
    title: title ?? label,
    on: { click: act },
    ...rest,
  });
}

/** Control characters made visible, so that a text shows what is in it. */
export function visible(text) {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (c) =>
      c === '\n' || c === '\t'
        ? ' '
        : c < ' '
          ? String.fromCharCode(0x2400 + c.charCodeAt(0))
          : `‹U+${code(c)}›`,
  );
}

/** The Unicode numbers of a text: `0041 0301`. */
export function code(text) {
  return [...text].map((c) => c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')).join(' ');
}

/** A number of bytes for people. */
export function bytes(count) {
  if (count < 1000) return `${count} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [count / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A number with its noun: `1 page`, `2 pages`. */
export function counted(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
