// The user's scripts: the mapping, and the modules in the order in which they are run. Each knows the text that
// it began with, so that what is not saved can be told, and the draft is changed only where a text was.

import { scriptTemplate } from './template.js';

// As long as one types without a pause, little is asked for.
const TYPING = 60;

export class Scripts {
  #workspace;
  #given;
  #known = { mappings: [], modules: [] };
  #made = 0;
  mapping;
  modules;

  constructor(workspace) {
    this.#workspace = workspace;
    this.#given = workspace.summary.analysis;
    this.#begin();
    this.#load();
    // All is put back as the command line has it: so are the texts.
    workspace.state.on(['draft'], () => {
      const { mapping, modules } = workspace.state.draft;
      if (!mapping && !modules && this.#isChanged) {
        this.#begin();
        this.#tell();
      }
    });
  }

  #isChanged = false;

  #begin() {
    const { mapping, modules = [] } = this.#given;
    this.#isChanged = false;
    this.mapping = this.#script('mapping', mapping?.name ?? '', mapping?.text ?? null, mapping?.given ?? false);
    this.modules = modules.map(({ name, text, given }, index) => ({
      ...this.#script('module', name, text, given),
      index,
    }));
  }

  /** A script: `saved` is what its file holds, or what it began with; `isFile` if it can be saved. */
  #script(kind, name, text, isFile = false) {
    const id = kind === 'mapping' ? 'mapping' : `module-${this.#made++}`;
    return { id, kind, name, text, saved: text, isFile, index: null };
  }

  async #load() {
    try {
      this.#known = await this.#workspace.api.scripts();
    } catch (error) {
      this.#workspace.say(error.message);
    }
    this.#tell();
  }

  #tell() {
    this.#workspace.state.set({ scripts: {} });
  }

  get all() {
    return [this.#named(this.mapping), ...this.modules];
  }

  get(id) {
    return this.all.find((script) => script.id === id) ?? null;
  }

  /** The mapping, which without a name is the one that is built in for the road. */
  #named(mapping) {
    if (mapping.name) return mapping;
    const name = this.#workspace.state.road === 'tags' ? 'tagged' : 'layout';
    const text = mapping.text ?? this.#known.mappings.find((known) => known.name === name)?.text ?? null;
    return { ...mapping, name, text, saved: text };
  }

  /** Texts that differ from what is saved. */
  get unsaved() {
    return this.all.filter((script) => script.text !== null && script.text !== script.saved);
  }

  mappingChoices() {
    const { mapping } = this.#given;
    const given = mapping ? `${mapping.name} (command line)` : 'by the document (command line)';
    const isNew = this.mapping.isNew ? [{ value: '=', text: this.mapping.name }] : [];
    return [
      { value: '', text: given },
      ...isNew,
      ...this.#known.mappings.map(({ name }) => ({ value: name, text: name })),
      { value: '+', text: 'a new one' },
    ];
  }

  /** What of `mappingChoices` is chosen. */
  get mappingChoice() {
    const { name } = this.mapping;
    if (this.mapping.isNew) return '=';
    return name === (this.#given.mapping?.name ?? '') ? '' : name;
  }

  chooseMapping(value) {
    if (value === '=') return;
    const { mapping } = this.#given;
    const known = this.#known.mappings.find(({ name }) => name === value);
    if (value === '') {
      this.mapping = this.#script('mapping', mapping?.name ?? '', mapping?.text ?? null, mapping?.given ?? false);
    } else if (value === '+') {
      this.mapping = { ...this.#script('mapping', 'mapping.json', scriptTemplate('mapping')), isNew: true };
    } else this.mapping = { ...this.#script('mapping', value, known.text), isChosen: true };
    this.#changed(0);
    if (value === '+') this.edit('mapping');
  }

  moduleChoices() {
    return [
      { value: '+', text: 'a new one' },
      ...this.#known.modules.map(({ name }) => ({ value: name, text: name })),
    ];
  }

  /** Adds a module that is built in, or with `+` a new one. */
  addModule(value) {
    const known = this.#known.modules.find(({ name }) => name === value);
    if (!known && value !== '+') return null;
    const names = this.modules.map(({ name }) => name);
    let [name, number] = ['module.star', 2];
    while (names.includes(name)) name = `module-${number++}.star`;
    const module = known
      ? this.#script('module', known.name, known.text)
      : { ...this.#script('module', name, scriptTemplate('module')), isNew: true };
    this.modules = [...this.modules, module];
    this.#changed(0);
    return module;
  }

  remove(id) {
    this.modules = this.modules.filter((module) => module.id !== id);
    this.#changed(0);
  }

  /** Shows a script in its tab. */
  edit(id) {
    this.#workspace.show({ view: 'pages' });
    this.#workspace.state.set({ right: 'script', script: id });
  }

  /** A text is written. */
  write(id, text) {
    const script = this.get(id);
    if (!script || script.text === text) return;
    this.#replace({ ...script, text, isWritten: true });
    this.#changed(TYPING);
  }

  /** The file of a script holds this text now. */
  saved(id, text) {
    const script = this.get(id);
    if (!script) return;
    const given = script.kind === 'mapping' ? this.#given.mapping : this.#given.modules[script.index];
    if (script.isFile && given) given.text = text;
    this.#replace({ ...script, saved: text });
    this.#tell();
  }

  #replace(script) {
    if (script.kind === 'mapping') this.mapping = script;
    else this.modules = this.modules.map((module) => (module.id === script.id ? script : module));
  }

  #changed(delay) {
    this.#isChanged = true;
    const { mapping } = this;
    const isOwn = mapping.isNew || mapping.isChosen || mapping.isWritten;
    this.#workspace.draft.set({ mapping: isOwn ? { name: mapping.name, text: mapping.text } : null, modules: this.#sent() }, delay);
    this.#tell();
  }

  /** The modules as the program wants them; null if they are those of the command line. */
  #sent() {
    const given = this.#given.modules ?? [];
    const isGiven = this.modules.length === given.length && this.modules.every(({ index, isWritten }, at) => index === at && !isWritten);
    if (isGiven) return null;
    return this.modules.map(({ index, name, text, isWritten, isNew }) => ({
      ...(index === null ? { name } : { given: index }),
      ...(isWritten || isNew ? { text } : {}),
    }));
  }
}
