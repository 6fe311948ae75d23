// The view in which a page is corrected: its picture on the left, its text, order and lists on the right.

import { h, listen } from '../dom.js';
import { splitter } from '../frame/splitter.js';
import { tabs } from '../frame/tabs.js';
import { correctBar } from './bar.js';
import { commandOf, commandsOf } from './commands.js';
import { conflictsPane } from './conflicts.js';
import { Editor } from './editor.js';
import { FindPane } from './find.js';
import { notices } from './notices.js';
import { orderPane } from './order.js';
import { Sheet } from './sheet.js';
import { TextPane } from './text.js';
import { workPane } from './work.js';

/** @param {Workspace} workspace */
export function correctView(workspace) {
  const { state } = workspace;
  const editor = new Editor(workspace);
  const text = new TextPane(editor);
  const find = new FindPane(editor);
  const isSeen = () => state.view === 'correct';
  const commands = commandsOf(editor, {
    nextDoubtful: () => text.nextDoubtful(),
    takeSuggestion: () => text.takeSuggestion(),
    palette: () => {
      editor.state.set({ right: 'text' });
      text.palette.focus();
    },
    find: () => {
      editor.state.set({ right: 'replace' });
      find.focus();
    },
  });
  /** @param {KeyboardEvent} event */
  const run = (event) => {
    const command = commandOf(commands, event);
    // A field with text that is not taken over has its own undo.
    if (!command || (command.name === 'undo' && text.isTyping)) return false;
    command.act(event);
    return true;
  };
  const sheet = new Sheet(editor, run);
  const panes = h('div', { class: 'correct-panes' });
  const right = tabs(
    editor.state,
    'right',
    [
      { name: 'page', label: 'Page', panel: h('div', { class: 'page-panel' }) },
      { name: 'text', label: 'Text', panel: text.element },
      { name: 'order', label: 'Order', title: 'Reading order', panel: () => orderPane(editor) },
      { name: 'replace', label: 'Replace', title: 'Search and replace', panel: find.element },
      { name: 'work', label: 'Work', title: 'Pages by their doubtful words', panel: () => workPane(editor) },
      { name: 'conflicts', label: 'Conflicts', panel: () => conflictsPane(editor) },
    ],
    'Corrections',
  );
  // In a narrow window, the page is one of the tabs.
  const narrow = matchMedia('(max-width: 900px)');
  editor.state.watch(['right'], () => panes.classList.toggle('shows-page', editor.state.right === 'page'));
  const follow = () => {
    if (!narrow.matches && editor.state.right === 'page') editor.state.set({ right: 'text' });
  };
  narrow.addEventListener('change', follow, { signal: workspace.signal });
  editor.toPage = () => {
    if (narrow.matches) editor.state.set({ right: 'page' });
    sheet.focus();
  };
  panes.append(
    sheet.element,
    splitter(panes, '--correct', {
      name: 'Width of the text',
      start: Math.max(340, Math.round(innerWidth * 0.5)),
      least: 260,
      rest: 260,
      isRight: true,
    }),
    h('section', { class: 'correct-side', 'aria-label': 'Corrections of the page' }, right.row, right.panels),
  );
  const element = h(
    'div',
    { class: 'correct', id: 'view-correct' },
    correctBar(editor, commands),
    notices(editor),
    panes,
  );
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    if (!isSeen() || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    // Only keys that mean the same everywhere: letters are for the picture of the page.
    const isEverywhere = event.ctrlKey || event.metaKey || event.key.length > 1;
    const command = isEverywhere ? commandOf(commands, event) : null;
    if (command?.inFields && run(event)) event.preventDefault();
  };
  /** @param {BeforeUnloadEvent} event */
  const beforeunload = (event) => {
    editor.flush();
    if (editor.isWaiting) event.preventDefault();
  };
  listen(document, { keydown }, { signal: workspace.signal, capture: true });
  addEventListener('beforeunload', beforeunload, { signal: workspace.signal });
  workspace.signal.addEventListener('abort', () => {
    for (const part of [text, find, sheet, editor]) part.close();
  });
  let hasOpened = false;
  state.watch(['view'], () => {
    if (!isSeen()) {
      editor.flush();
      if (editor.hasWritten) workspace.corrected();
      editor.hasWritten = false;
      return;
    }
    sheet.show();
    if (!hasOpened) editor.open();
    else editor.load();
    hasOpened = true;
  });
  state.on(['page'], () => {
    if (!isSeen()) return;
    editor.flush();
    sheet.show();
    editor.load();
  });
  state.on(['zoom'], () => {
    if (isSeen()) sheet.place();
  });
  return { element };
}
