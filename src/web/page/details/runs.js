// The text of an element as one reads it, with a mark wherever the font changes. A mark leads to its font.

import { button, h, visible } from '../dom.js';
import { offers } from '../frame/offers.js';

/**
 * The text and the list of its fonts, or null if the element has no text.
 * @param {ElementDetails} element
 * @param {Workspace} workspace
 */
export function runs(element, workspace) {
  const [all, fonts] = [element.runs, element.fonts];
  if (all.length === 0) return null;
  const text = h('p', { class: 'runs', dir: 'auto' });
  let before = null;
  for (const run of all) {
    const font = fonts[run.font];
    const sign = `${run.font}/${run.size}`;
    if (sign !== before) text.append(mark(run, font, workspace));
    before = sign;
    const span = h('span', {
      class: 'run',
      title: `${font?.name ?? 'unknown font'}, ${Math.round(run.size * 10) / 10} pt`,
    });
    span.textContent = run.text;
    span.style.setProperty('--hue', String(hue(run.font)));
    text.append(span);
  }
  const used = [...new Set(all.map((run) => run.font))];
  return h(
    'section',
    {},
    h('h3', { text: 'Text' }),
    text,
    element.truncated ? h('p', { class: 'note', text: 'The text goes on: open the elements in it.' }) : null,
    h(
      'ul',
      { class: 'fonts-used', 'aria-label': 'Fonts' },
      used.map((index) => h('li', {}, sample(index), fontLinks(fonts[index], workspace))),
    ),
  );
}

/** @param {number} font */
function hue(font) {
  return (font * 137 + 210) % 360;
}

/** @param {number} index */
function sample(index) {
  const dot = h('span', { class: 'font-dot', text: letter(index), 'aria-hidden': 'true' });
  dot.style.setProperty('--hue', String(hue(index)));
  return dot;
}

/**
 * A letter for each font: a, b, …
 * @param {number} index
 */
function letter(index) {
  return String.fromCharCode(97 + (index % 26));
}

/**
 * @param {Font | undefined} font
 * @param {Workspace} workspace
 */
function fontLinks(font, workspace) {
  const name = visible(font?.name ?? 'unknown font');
  if (!font || !offers(workspace.summary, 'views', 'fonts')) return h('span', { text: name });
  return [
    button(name, { class: 'link', act: () => workspace.showFont(font) }),
    button('Words', { class: 'link', label: `Words in ${name}`, act: () => workspace.listWords(font) }),
  ];
}

/**
 * @param {Run} run
 * @param {Font | undefined} font
 * @param {Workspace} workspace
 */
function mark(run, font, workspace) {
  const says = `${visible(font?.name ?? 'unknown font')}, ${Math.round(run.size * 10) / 10} pt`;
  const sign = button(letter(run.font), {
    class: 'font-mark',
    label: `Font: ${says}`,
    act: () => font && workspace.showFont(font),
  });
  sign.style.setProperty('--hue', String(hue(run.font)));
  return sign;
}
