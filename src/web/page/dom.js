// Makes elements. Content of documents is only set as text or as the value of an attribute, never as markup, so that
// no document can run script.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element. Properties: `class`, `text`, `on` (event handlers by name), `style` (by CSS name), `value`,
 * `checked`, `disabled`, `hidden`; all others are attributes. A property that is null is left out. Children are
 * elements and texts, also in lists of lists.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {Child[]} children
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key === 'class') element.className = String(value);
    else if (key === 'text') element.textContent = String(value);
    else if (key === 'on') listen(element, properties.on ?? {});
    else if (key === 'style') restyle(element, properties.style ?? {});
    else if (['value', 'checked', 'disabled', 'hidden'].includes(key)) Reflect.set(element, key, value);
    else element.setAttribute(key, String(value));
  }
  element.append(...flattened(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function flattened(children) {
  return children.flatMap((child) => (Array.isArray(child) ? flattened(child) : (child ?? [])));
}

/**
 * An element of SVG with its attributes.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {(Node | string)[]} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Sets properties of CSS one by one: the security policy of the page forbids `style` attributes.
 * @param {ElementCSSInlineStyle} element
 * @param {Record<string, string | number>} properties
 */
export function restyle(element, properties) {
  for (const [key, value] of Object.entries(properties)) element.style.setProperty(key, String(value));
}

/**
 * Adds handlers of events by their names.
 * @param {EventTarget} element
 * @param {Handlers} handlers
 * @param {AddEventListenerOptions} [options]
 */
export function listen(element, handlers, options) {
  for (const [event, handler] of Object.entries(handlers))
    element.addEventListener(event, /** @type {EventListener} */ (handler), options);
}

/**
 * The element around the target of an event that a selector matches.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * A button with a text, or with a sign and a label for those who do not see it.
 * @param {string} text
 * @param {ButtonProperties} properties
 */
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

/**
 * Text with visible control characters.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (c) =>
    c === '\n' || c === '\t' ? ' ' : c < ' ' ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : `‹U+${code(c)}›`,
  );
}

/**
 * The Unicode number of a character: `0041`.
 * @param {string} c
 */
export function code(c) {
  return (c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * A number of bytes for people.
 * @param {number} count
 */
export function bytes(count) {
  if (count < 1000) return `${count} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [count / 1000, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/**
 * A number with its noun: `1 page`, `2 pages`.
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
