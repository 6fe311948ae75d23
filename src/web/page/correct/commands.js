// The actions of the editor with their keys. Keys without Ctrl only work on the picture of the page.

import { showClasses } from './class_menu.js';
import { LEVELS } from './units.js';

/**
 * @param {Editor} editor
 * @param {{ nextDoubtful(): unknown, takeSuggestion(): void, palette(): void, find(): void }} view
 * @returns {Command[]}
 */
export function commandsOf(editor, view) {
  const { state, workspace } = editor;
  /** @param {number} level */
  const choose = (level) => () => editor.setLevel(LEVELS[level]);
  /** @param {CorrectTool} tool */
  const use = (tool) => () => {
    editor.flush();
    editor.setTool(tool);
  };
  const again = () => {
    if (editor.lastClass) editor.setClass(editor.lastClass);
    else showClasses(editor);
  };
  const done = async () => {
    editor.flush();
    await editor.setProgress('done');
    const last = workspace.summary.page_count - 1;
    if (workspace.state.page < last) workspace.state.set({ page: workspace.state.page + 1 });
    else workspace.say('The last page is done.');
  };
  return [
    { name: 'word', label: 'Words', keys: ['1'], act: choose(0) },
    { name: 'line', label: 'Lines', keys: ['2'], act: choose(1) },
    { name: 'paragraph', label: 'Paragraphs', keys: ['3'], act: choose(2) },
    { name: 'block', label: 'Blocks', keys: ['4'], act: choose(3) },
    { name: 'split', label: 'Split', keys: ['s'], writes: true, act: () => editor.split() },
    { name: 'merge', label: 'Merge', keys: ['m'], writes: true, act: () => editor.merge() },
    { name: 'class', label: 'Class …', keys: ['c'], writes: true, act: () => showClasses(editor) },
    { name: 'class-again', label: 'Same class', keys: ['C'], writes: true, act: again },
    { name: 'accept', label: 'Accept', keys: ['a'], writes: true, act: () => editor.accept() },
    { name: 'draw', label: 'Draw', keys: ['b'], writes: true, act: use('draw') },
    { name: 'cut', label: 'Cut', keys: ['x'], writes: true, act: use('cut') },
    { name: 'gutters', label: 'Gutters', keys: ['g'], writes: true, act: use('gutters') },
    { name: 'order', label: 'Order', keys: ['o'], writes: true, act: use('order') },
    { name: 'delete', label: 'Delete', keys: ['Delete'], writes: true, act: () => editor.remove() },
    { name: 'doubtful', label: 'Next doubtful', keys: ['F4'], inFields: true, act: () => view.nextDoubtful() },
    { name: 'suggestion', label: 'Suggestion', keys: ['F7'], inFields: true, act: () => view.takeSuggestion() },
    { name: 'palette', label: 'Characters', keys: ['F9'], inFields: true, act: () => view.palette() },
    { name: 'undo', label: 'Undo', keys: ['Ctrl z'], inFields: true, act: () => editor.change('undo') },
    { name: 'redo', label: 'Redo', keys: ['Ctrl Z', 'Ctrl y'], inFields: true, act: () => editor.change('redo') },
    { name: 'done', label: 'Done, next', keys: ['Ctrl Enter'], inFields: true, writes: true, act: done },
    { name: 'find', label: 'Replace', keys: ['Ctrl h'], inFields: true, act: () => view.find() },
  ];
}

/** The command of a key; null if it has none. @param {Command[]} commands @param {KeyboardEvent} event */
export function commandOf(commands, event) {
  if (event.altKey || event.isComposing) return null;
  const { key, ctrlKey, metaKey } = event;
  const name = ctrlKey || metaKey ? `Ctrl ${key}` : key;
  const isField = event.target instanceof Element && event.target.matches('input, select, textarea');
  return commands.find(({ keys, inFields }) => keys.includes(name) && (inFields || !isField)) ?? null;
}
