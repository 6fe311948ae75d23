// The menu of classes, each with a key.

import { button, h } from '../dom.js';
import { openDialog } from '../frame/dialog.js';
import { classesFor, hasClass } from './classes.js';

/** Lets the user choose a class for what is selected. @param {Editor} editor */
export function showClasses(editor) {
  const [unit] = editor.targets;
  if (!unit) {
    editor.workspace.say('Select something on the page first.');
    return;
  }
  const classes = classesFor(unit.level);
  /** @param {ClassValue} value */
  const choose = (value) => {
    dialog.close();
    editor.setClass(value);
  };
  const buttons = classes.map(({ value, label, key }) => {
    const choice = button('', {
      role: 'menuitemradio',
      'aria-checked': hasClass(unit, value),
      'data-class': typeof value === 'string' ? value : `heading-${value.heading}`,
      act: () => choose(value),
    });
    choice.append(h('kbd', { text: key }), h('span', { text: label }));
    return choice;
  });
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const found = classes.find(({ key }) => key === event.key.toLowerCase());
    const at = buttons.findIndex((each) => each === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (found) choose(found.value);
    else if (event.key in steps) buttons[(at + steps[event.key] + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
  };
  /** @type {HTMLDialogElement} */
  const dialog = h(
    'dialog',
    { class: 'class-menu', 'aria-label': `Class of the ${unit.level}`, on: { keydown } },
    h('h2', { text: `Class of the ${unit.level}` }),
    h('div', { role: 'menu', 'aria-label': 'Classes' }, buttons),
  );
  openDialog(dialog);
  (buttons.find((each) => each.getAttribute('aria-checked') === 'true') ?? buttons[0])?.focus();
}
