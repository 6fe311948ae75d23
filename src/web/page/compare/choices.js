// The analyses that can be compared: those that there are, and some that one often wants to see beside them.

// Options that decide how geometry is divided: those that a choice sets replace them.
const REPLACED = ['--page-analysis', '--tagged', '--road', '--columns', '--ignore-pages', '--layout'];

const SHORTCUTS = [
  { name: 'auto', label: 'Tags, or geometry', options: ['--road=auto'], tagged: true },
  { name: 'columns-auto', label: 'Columns, as many as there are', options: ['--page-analysis', '--columns=auto'] },
  { name: 'columns-2', label: '2 columns', options: ['--page-analysis', '--columns=2'] },
  { name: 'columns-3', label: '3 columns', options: ['--page-analysis', '--columns=3'] },
  { name: 'classic', label: 'Classic, as pdfminer', options: ['--page-analysis', '--layout=classic'] },
];

export class Choices {
  #workspace;
  /** @type {Map<string, string>} */
  #keys = new Map();

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
  }

  /** The choices, `{name, label}`: which they are depends on what the user has changed. */
  get list() {
    const { summary } = this.#workspace;
    const roads = summary.roads;
    return [
      { name: 'given', label: 'As on the command line' },
      ...(this.isChanged ? [{ name: 'changed', label: 'As changed' }] : []),
      ...(roads.includes('tags') ? [{ name: 'tags', label: 'Tags' }] : []),
      ...(roads.includes('layout') ? [{ name: 'layout', label: 'Geometry' }] : []),
      ...SHORTCUTS.filter(({ tagged }) => !tagged || roads.includes('tags')),
    ];
  }

  /** True when the user looks at an analysis of their own. */
  get isChanged() {
    const { state, summary } = this.#workspace;
    return !summary.roads.some((road) => road === state.analysis);
  }

  /** The initial comparison: the current analysis with the one that users most likely want beside it. */
  get first() {
    const { roads } = this.#workspace.summary;
    if (this.isChanged) return ['given', 'changed'];
    return roads.length > 1 ? ['tags', 'layout'] : ['given', 'columns-2'];
  }

  /**
   * Promises the key of the analysis of a choice, which is made if it is not there.
   * @param {string} name
   * @param {AskOptions} [options]
   * @returns {Promise<string>}
   */
  async key(name, options) {
    const { api, state, summary, command } = this.#workspace;
    if (name === 'given') return summary.road;
    if (name === 'changed') return state.analysis ?? summary.road;
    const shortcut = SHORTCUTS.find((choice) => choice.name === name);
    if (!shortcut) return name;
    const known = this.#keys.get(name);
    if (known) return known;
    const given = (command?.options ?? []).filter((option) => !REPLACED.includes(option.split('=')[0]));
    const changes = { options: [...given, ...shortcut.options] };
    const { key } = await api.analyse(changes, options);
    this.#keys.set(name, key);
    return key;
  }

  /** The program has let go the analyses that were not asked for for long. */
  forget() {
    this.#keys.clear();
  }
}
