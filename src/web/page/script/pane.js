// The tab "Script": a mapping or a module, what it prints and what is wrong in it, and what becomes of the page.

import { ApiError, messageOf } from '../api.js';
import { button, h, visible } from '../dom.js';
import { download } from '../frame/download.js';
import { ask } from '../frame/ask.js';
import { Editor } from './editor.js';
import { PageOutput } from './output.js';
import { isEdited, isOfScript, plainName, withoutFolder } from './scripts.js';

// The status of an answer when another program changed the file.
const CONFLICT = 409;

/**
 * The pane of the scripts.
 * @param {EditingWorkspace} workspace
 */
export function scriptPane(workspace) {
  const { state, scripts } = workspace;
  const choice = h('select', { id: 'script-choice', 'aria-label': 'Script' });
  const current = () => scripts.get(state.script) ?? scripts.last;
  const editor = new Editor({
    label: 'Text of the script',
    write: (text) => scripts.write(current().id, text),
  });
  const messages = h('ul', { class: 'script-messages', 'aria-label': 'Errors and what was printed' });
  const status = h('span', { class: 'status', role: 'status', id: 'saved' });
  const save = button('Save', { id: 'save', act: () => saveScript(workspace, current()) });
  const keep = button('Download', { act: () => downloadScript(current()) });
  /** @type {import('./output.js').Said} */
  let said = { printed: [], errors: [] };
  const output = new PageOutput(workspace, (heard) => {
    said = heard;
    tell();
  });
  choice.addEventListener('change', () => {
    if (choice.value === '+') scripts.edit(scripts.addModule('+').id);
    else state.set({ script: choice.value });
    editor.focus();
  });

  const show = () => {
    const script = current();
    choice.replaceChildren(
      ...scripts.all.map((each) =>
        h('option', {
          value: each.id,
          text: `${each.kind === 'mapping' ? 'Mapping' : 'Module'}: ${plainName(each)}`,
        }),
      ),
      h('option', { value: '+', text: 'New module …' }),
    );
    choice.value = script.id;
    choice.title = visible(script.name);
    const text = script.text ?? script.held;
    editor.isEnabled = text !== null;
    // The old mappings are tables of tabs.
    const isTable = script.kind === 'mapping' && text !== null && !text.trimStart().startsWith('{');
    editor.show((text ?? '').replaceAll('\r\n', '\n'), isTable ? '\t' : script.kind === 'mapping' ? '  ' : '    ');
    const isSaved = !isEdited(script);
    save.hidden = !script.isFile;
    save.disabled = isSaved;
    if (script.isFile) status.textContent = isSaved ? 'saved' : 'not saved';
    else status.textContent = script.isNew || !isSaved ? 'in no file' : 'built in';
    tell();
  };

  const tell = () => {
    const script = current();
    const place = script.kind === 'mapping' ? null : scripts.modules.findIndex(({ id }) => id === script.id);
    /**
     * The place of an error, if that is a line of this script.
     * @param {ScriptError} each
     */
    const lineHere = ({ where, index, file, line, error }) =>
      where === script.kind && (index ?? null) === place && file && line && isOwnFile(script, file)
        ? { line, error }
        : null;
    const problem = state.problem && isOfScript(state.problem) ? [state.problem] : [];
    // As long as something is wrong with a script, what the page says is about an older one.
    const errors = problem.length ? problem : said.errors;
    const lines = problem.length ? [] : [...(state.made?.printed ?? []), ...said.printed];
    editor.mark(errors.flatMap((each) => lineHere(each) ?? []));
    messages.replaceChildren(
      ...errors.map((each) => {
        const [here, error] = [lineHere(each), each.error];
        return h(
          'li',
          { class: 'bad' },
          here ? button(visible(error), { class: 'link bad', act: () => editor.goTo(here.line) }) : visible(error),
        );
      }),
      ...lines.map((line) => h('li', {}, h('code', { text: line }))),
    );
    messages.hidden = messages.children.length === 0;
  };

  state.watch(['scripts', 'script', 'road'], show);
  state.on(['problem', 'made'], tell);
  return h(
    'div',
    { class: 'panel script', id: 'script' },
    h('div', { class: 'row' }, choice, save, keep, status, editor.position),
    editor.element,
    messages,
    output.element,
  );
}

/**
 * Whether messages mean the script itself by a name, and not a file that it loads.
 * @param {Script} script
 * @param {string} file
 */
function isOwnFile({ name }, file) {
  return [name, `${name}.star`, `mapping "${name}"`].includes(file);
}

/**
 * @param {EditingWorkspace} workspace
 * @param {Script} script
 * @param {boolean} [isAnyway]
 */
async function saveScript(workspace, script, isAnyway = false) {
  const { api, scripts } = workspace;
  // Lines end as they did.
  const text = script.held?.includes('\r\n') ? script.text?.replaceAll('\n', '\r\n') : script.text;
  if (text == null) return;
  try {
    await api.save({
      module: script.kind === 'mapping' ? null : script.place,
      text,
      was: isAnyway ? null : script.held,
    });
    scripts.saved(script.id, text);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === CONFLICT)) {
      workspace.say(messageOf(error));
      return;
    }
    const answer = await ask('The file has changed', `Another program changed ${script.name} since it was read.`, [
      { value: 'anew', text: 'Read it again, and lose my changes' },
      { value: 'overwrite', text: 'Overwrite it' },
    ]);
    if (answer === 'anew') await scripts.takeAnew(script.id);
    else if (answer === 'overwrite') await saveScript(workspace, script, true);
  }
}

/** @param {Script} script */
function downloadScript(script) {
  const plain = withoutFolder(script);
  const ending = script.kind === 'mapping' ? '.json' : '.star';
  const text = new Blob([script.text ?? script.held ?? ''], { type: 'text/plain' });
  download(text, plain.includes('.') ? plain : plain + ending);
}
