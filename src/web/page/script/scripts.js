// The user's scripts: the mapping, and the modules in the order of their execution. Each knows the content of its
// file, so that unsaved changes are known.

import { messageOf } from '../api.js';
import { changed, valueOf } from '../analysis/options.js';
import { visible } from '../dom.js';
import { scriptTemplate } from './template.js';

// Milliseconds without a key after which a change is sent.
const TYPING = 40;

/**
 * The name of a script without its folder.
 * @param {{ name: string }} script
 */
export function withoutFolder({ name }) {
  return name.split(/[/\\]/).at(-1) ?? name;
}

/**
 * The same, as it is shown.
 * @param {{ name: string }} script
 */
export function plainName(script) {
  return visible(withoutFolder(script));
}

/**
 * Whether an error is in a mapping or a module.
 * @param {ScriptPlace} place
 */
export function isOfScript({ where }) {
  return where === 'mapping' || where === 'module';
}

export class Scripts {
  #workspace;
  #draft;
  #command;
  /** @type {ScriptFiles | null} */
  #known = null;
  #made = 0;
  /** @type {Script} */
  #mapping;
  /** @type {Script[]} */
  #modules;

  /**
   * @param {Workspace} workspace
   * @param {CommandLine} command
   * @param {Draft} draft
   */
  constructor(workspace, command, draft) {
    this.#workspace = workspace;
    this.#draft = draft;
    this.#command = command;
    [this.#mapping, this.#modules] = this.#given();
    this.load();
  }

  /** Reads the files of the command line, also again when another program changed them. */
  async load() {
    try {
      this.#known = await this.#workspace.api.scripts();
    } catch (error) {
      this.#workspace.say(messageOf(error));
      return;
    }
    const { mapping, modules } = this.#known;
    if (this.#mapping.place !== null && mapping) Object.assign(this.#mapping, held(mapping));
    for (const module of this.#modules) if (module.place !== null) Object.assign(module, held(modules[module.place]));
    this.#tell();
  }

  /** Puts all back as the command line has it. */
  reset() {
    [this.#mapping, this.#modules] = this.#given();
    if (this.#known) this.load();
    this.#draft.reset();
    this.#tell();
  }

  /**
   * The scripts of the command line.
   * @returns {[Script, Script[]]}
   */
  #given() {
    const { mapping, modules } = this.#command;
    return [
      this.#script('mapping', mapping ?? '', { place: mapping ? 0 : null }),
      modules.map((name, place) => this.#script('module', name, { place })),
    ];
  }

  /**
   * @param {Script['kind']} kind
   * @param {string} name
   * @param {Partial<Script>} [more]
   * @returns {Script}
   */
  #script(kind, name, more = {}) {
    const id = kind === 'mapping' ? 'mapping' : `module-${this.#made++}`;
    return { id, kind, name, place: null, text: null, held: null, isFile: false, isNew: false, ...more };
  }

  #tell() {
    this.#workspace.state.set({ scripts: {} });
  }

  get modules() {
    return this.#modules;
  }

  /** All of them, the mapping first. Without a name that is the one that is built in for the road. */
  get all() {
    return [this.mapping, ...this.#modules];
  }

  /** The module that runs last, or the mapping. */
  get last() {
    return this.#modules.at(-1) ?? this.mapping;
  }

  get mapping() {
    const name = this.#mapping.name || (this.#workspace.state.road === 'tags' ? 'tagged' : 'layout');
    return { ...this.#mapping, name, held: this.#mapping.held ?? this.#builtIn('mappings', name) };
  }

  /** @param {string | null} id */
  get(id) {
    return this.all.find((script) => script.id === id) ?? null;
  }

  /**
   * @param {'mappings' | 'modules'} kind
   * @param {string} name
   */
  #builtIn(kind, name) {
    return this.#known?.built_in[kind].find((known) => known.name === name)?.text ?? null;
  }

  /** @param {string} id */
  #own(id) {
    return id === 'mapping' ? this.#mapping : this.#modules.find((module) => module.id === id);
  }

  /** Those whose text is not in a file. */
  get unsaved() {
    return this.all.filter(isEdited);
  }

  /** The choices of the field for the mapping. */
  get mappingChoices() {
    const { mapping } = this.#command;
    const { name, isNew } = this.#mapping;
    return [
      { value: '', text: mapping ? `${mapping} (command line)` : 'by the document' },
      ...(isNew ? [{ value: '=', text: name }] : []),
      ...(this.#known?.built_in.mappings ?? []).map((known) => ({ value: known.name, text: known.name })),
      { value: '+', text: 'a new one' },
    ];
  }

  /** The chosen value of `mappingChoices`. */
  get mappingChoice() {
    if (this.#mapping.isNew) return '=';
    return this.#mapping.place === null ? this.#mapping.name : '';
  }

  /** @param {string} value */
  chooseMapping(value) {
    if (value === '=') return;
    const { mapping } = this.#command;
    if (value === '+') {
      const text = scriptTemplate('mapping');
      this.#mapping = this.#script('mapping', 'mapping.json', { text, held: text, isNew: true });
    } else if (value === '') {
      this.#mapping = this.#script(
        'mapping',
        mapping ?? '',
        mapping ? { place: 0, ...held(this.#known?.mapping) } : {},
      );
    } else this.#mapping = this.#script('mapping', value, { held: this.#builtIn('mappings', value) });
    this.#changed(0);
    if (value === '+') this.edit('mapping');
  }

  /** The modules that can be added. */
  get moduleChoices() {
    const known = this.#known?.built_in.modules ?? [];
    return [{ value: '+', text: 'a new one' }, ...known.map(({ name }) => ({ value: name, text: name }))];
  }

  /**
   * Adds a module that is built in, or with `+` a new one.
   * @param {string} value
   */
  addModule(value) {
    const names = this.#modules.map(({ name }) => name);
    let [name, number] = ['module.star', 2];
    while (names.includes(name)) name = `module-${number++}.star`;
    const text = scriptTemplate('module');
    const module =
      value === '+'
        ? this.#script('module', name, { text, held: text, isNew: true })
        : this.#script('module', value, { held: this.#builtIn('modules', value) });
    this.#modules = [...this.#modules, module];
    this.#changed(0);
    return module;
  }

  /** @param {string} id */
  remove(id) {
    this.#modules = this.#modules.filter((module) => module.id !== id);
    this.#changed(0);
  }

  /**
   * Shows a script in its tab.
   * @param {string} id
   */
  edit(id) {
    this.#workspace.show({ view: 'pages' });
    this.#workspace.state.set({ right: 'script', pane: 'right', script: id });
  }

  /**
   * A text is written.
   * @param {string} id
   * @param {string} text
   */
  write(id, text) {
    const script = this.#own(id);
    if (!script || (script.text ?? this.get(id)?.held) === text) return;
    if (id === 'mapping') Object.assign(script, { name: this.mapping.name, held: this.mapping.held });
    script.text = text;
    this.#changed(TYPING);
  }

  /**
   * The file of a script holds its text now.
   * @param {string} id
   * @param {string} text
   */
  saved(id, text) {
    const script = this.#own(id);
    if (script) script.held = text;
    this.#changed(0);
    this.#draft.renew();
  }

  /**
   * Takes the text of the file, instead of the one that was written.
   * @param {string} id
   */
  async takeAnew(id) {
    await this.load();
    const script = this.#own(id);
    if (script) script.text = null;
    this.#changed(0);
  }

  /** @param {number} delay */
  #changed(delay) {
    const { place, name } = this.#mapping;
    const text = changedText(this.#mapping);
    const isBuiltIn = place === null && text === null && name !== '';
    const options = changed(this.#workspace.state.draft.options, 'mapping', isBuiltIn ? name : null);
    const isSame = valueOf(options, 'mapping') === valueOf(this.#workspace.state.draft.options, 'mapping');
    this.#draft.set(
      {
        options: isSame ? this.#workspace.state.draft.options : options,
        mapping: text === null ? null : { name, text },
        modules: this.#sent(),
      },
      delay,
    );
    this.#tell();
  }

  /**
   * The modules as the program wants them; null if they are those of the command line.
   * @returns {SentModule[] | null}
   */
  #sent() {
    const isGiven =
      this.#modules.length === this.#command.modules.length &&
      this.#modules.every((module, at) => module.place === at && changedText(module) === null);
    if (isGiven) return null;
    return this.#modules.map((module) => {
      const text = changedText(module);
      return {
        ...(module.place === null ? { name: module.name } : { given: module.place }),
        ...(text === null ? {} : { text }),
      };
    });
  }
}

/**
 * Whether a text is another than that of its file, however the lines end there.
 * @param {Script} script
 */
export function isEdited({ text, held }) {
  return text !== null && text.replaceAll('\r\n', '\n') !== held?.replaceAll('\r\n', '\n');
}

/**
 * The text that the program is given instead of that of a file; null where both are the same, or none is written.
 * @param {Script} script
 */
function changedText(script) {
  const isInPlace = script.isNew ? false : !isEdited(script);
  return isInPlace ? null : script.text;
}

/** @param {ScriptFile | null | undefined} file */
function held(file) {
  return { held: file?.text ?? null, isFile: file?.is_file ?? false };
}
