// The choice of the mapping and the modules: those of the command line, built-in ones, new ones.

import { button, h, visible } from '../dom.js';
import { isOfScript, plainName } from '../script/scripts.js';

/**
 * The fields of the tab "Analysis" that choose the mapping and the modules.
 * @param {EditingWorkspace} workspace
 */
export function scriptChoices(workspace) {
  const { scripts } = workspace;
  /** @type {HTMLSelectElement} */
  const mapping = h('select', { id: 'mapping-choice', on: { change: () => scripts.chooseMapping(mapping.value) } });
  const modules = h('ul', { class: 'modules' });
  const add = h('select', { id: 'add-module', 'aria-label': 'Add a module', on: { change: () => added() } });
  const added = () => {
    const module = scripts.addModule(add.value);
    add.value = '';
    if (module) scripts.edit(module.id);
  };
  const failed = h('p', { class: 'field-error', role: 'alert' });
  workspace.state.watch(['scripts', 'problem'], () => {
    const { problem } = workspace.state;
    failed.textContent = problem && isOfScript(problem) ? problem.error : '';
    mapping.replaceChildren(
      ...scripts.mappingChoices.map(({ value, text }) => h('option', { value, text: visible(text) })),
    );
    mapping.value = scripts.mappingChoice;
    add.replaceChildren(
      h('option', { value: '', text: 'Add …' }),
      ...scripts.moduleChoices.map(({ value, text }) => h('option', { value, text })),
    );
    modules.replaceChildren(
      ...scripts.modules.map((module) =>
        h(
          'li',
          {},
          h('span', { class: 'name', text: plainName(module), title: visible(module.name) }),
          button('Edit', { label: `Edit ${visible(module.name)}`, act: () => scripts.edit(module.id) }),
          button('×', { label: `Leave out ${visible(module.name)}`, act: () => scripts.remove(module.id) }),
        ),
      ),
    );
  });
  return [
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'mapping-choice', text: 'Mapping' }),
      h(
        'div',
        { class: 'row' },
        mapping,
        button('Edit', { label: 'Edit the mapping', act: () => scripts.edit('mapping') }),
      ),
    ),
    h('div', { class: 'field' }, h('span', { text: 'Modules' }), modules, add),
    failed,
  ];
}
