// The corrections of two people that contradict each other.

import { button, h, visible } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';

/** The list of conflicts, with a choice for each. @param {Editor} editor */
export function conflictsPane(editor) {
  const { state, workspace } = editor;
  const list = h('ul', { class: 'conflicts', 'aria-label': 'Conflicts' });
  /** @type {CorrectionConflict[] | undefined} */
  let shown;
  state.watch(['book'], () => {
    const conflicts = state.book?.conflicts ?? [];
    if (conflicts === shown) return;
    shown = conflicts;
    list.replaceChildren(
      ...conflicts.map((conflict) =>
        h(
          'li',
          {},
          button(`Page ${pageName(workspace.summary, conflict.page - 1)}`, {
            class: 'link',
            act: () => editor.goTo(conflict.page, conflict.box),
          }),
          h('p', { text: visible(conflict.reason) }),
          h(
            'div',
            { class: 'row' },
            button('Keep the earlier', {
              act: () => editor.change({ settle: conflict.with }),
            }),
            button('Keep the later', {
              act: () => editor.change({ settle: conflict.id }),
            }),
          ),
        ),
      ),
    );
    if (conflicts.length === 0) list.append(h('li', { class: 'note', text: 'No corrections contradict each other.' }));
  });
  return h('div', { class: 'panel details' }, list);
}
