// The attributes of an element: its own, those of its classes, and those it inherits, kept apart.

import { button, h, visible } from '../dom.js';

/**
 * A table of attributes, or null if there are none.
 * @param {Attribute[]} list
 * @param {Workspace} workspace
 */
export function attributes(list, workspace) {
  if (list.length === 0) return null;
  return h(
    'section',
    {},
    h('h3', { text: 'Attributes' }),
    h(
      'table',
      { class: 'attributes' },
      h(
        'tbody',
        {},
        list.map((attribute) =>
          h(
            'tr',
            { class: attribute.origin },
            h('th', {
              scope: 'row',
              text: visible(attribute.name),
              title: attribute.owner ? `owner ${attribute.owner}` : null,
            }),
            h('td', { class: 'value', text: visible(attribute.value) }),
            h('td', { class: 'owner', text: attribute.owner ?? '' }),
            h('td', {}, origin(attribute, workspace)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Attribute} attribute
 * @param {Workspace} workspace
 */
function origin({ origin: kind, from }, workspace) {
  if (kind === 'own') return null;
  if (kind === 'class') return h('span', { class: 'origin class', text: `class ${visible(from ?? '')}` });
  if (!from) return h('span', { class: 'origin inherited', text: 'inherited' });
  return button('inherited', {
    class: 'origin inherited',
    title: 'Show the element that it comes from',
    act: () => workspace.select(from),
  });
}
