// The tab "Analysis": how the document is read, in the words of the command line.

import { messageOf } from '../api.js';
import { button, h } from '../dom.js';
import { radioGroup } from '../frame/choice.js';
import { pageName } from '../pages/thumbnails.js';
import { isOfScript } from '../script/scripts.js';
import { longForms, nameOf, typed, valueOf, without } from './options.js';
import { scriptChoices } from './scripts.js';

// Milliseconds without a key after which a value is used.
const TYPING = 250;
const ROADS = [
  { value: 'tags', text: 'Tags' },
  { value: 'layout', text: 'Geometry' },
  {
    value: 'auto',
    text: 'Either',
    title: 'Tags, but geometry where most of a page has none, or wrong ones (--road auto)',
  },
];
const COLUMNS = ['auto', '2', '3', '4', '5', '6'];
// Options that have a field of their own, besides those of the page analysis that take a number.
const OWN = ['page-analysis', 'tagged', 'road', 'columns', 'ignore-pages', 'ignore-text-groups', 'layout'];
const MARGINS = ['word-margin', 'char-margin', 'line-overlap', 'line-margin', 'boxes-flow'];

/**
 * The pane of the analysis.
 * @param {EditingWorkspace} workspace
 */
export function analysisPane(workspace) {
  const pane = h('div', { class: 'panel details', id: 'analysis' });
  const build = async () => {
    let known;
    try {
      ({ options: known } = await workspace.api.analysisOptions());
    } catch (error) {
      pane.replaceChildren(h('p', { class: 'note error', text: messageOf(error) }));
      return;
    }
    pane.replaceChildren(...parts(workspace, known).filter((part) => part !== null));
  };
  build();
  return pane;
}

/**
 * @param {EditingWorkspace} workspace
 * @param {KnownOption[]} known
 */
function parts(workspace, known) {
  const { state, draft } = workspace;
  const fields = new Fields(workspace, known);
  const reset = button('As on the command line', { id: 'as-given', act: () => workspace.scripts.reset() });
  const status = h('span', { class: 'status', role: 'status' });
  state.watch(['draft', 'isAnalysing'], () => {
    reset.disabled = draft.isGiven && draft.road === workspace.summary.road;
    status.textContent = state.isAnalysing ? 'Reading …' : '';
  });
  const general = h('p', { class: 'field-error', role: 'alert', id: 'analysis-error' });
  state.watch(['problem'], () => {
    const { problem } = state;
    const isOfField = problem?.where === 'options' && fields.showError(problem.error);
    if (!problem) fields.showError('');
    general.textContent = problem && !isOfField && !isOfScript(problem) ? problem.error : '';
  });
  return [
    h('div', { class: 'row' }, reset, status),
    general,
    pagesSwitch(workspace),
    fields.road(),
    fields.columns(),
    fields.text('ignore-pages', 'Pages not divided', '1,4-6'),
    fields.method(),
    fields.check('ignore-text-groups', 'Text boxes only, without groups'),
    h(
      'details',
      {},
      h('summary', { text: 'Margins' }),
      MARGINS.map((name) => fields.number(name)),
    ),
    fields.further(),
    ...scriptChoices(workspace),
  ];
}

/**
 * For which pages it counts: all, or the one that is shown when this is clicked.
 * @param {EditingWorkspace} workspace
 */
function pagesSwitch(workspace) {
  const { state, draft, summary } = workspace;
  /**
   * @param {string} name
   * @param {() => void} act
   */
  const choice = (name, act) => h('button', { type: 'button', role: 'radio', 'data-pages': name, on: { click: act } });
  const all = choice('all', () => draft.set({ only: null }));
  const one = choice('one', () => draft.set({ only: state.page }));
  all.textContent = 'All pages';
  state.watch(['draft', 'page'], () => {
    const { only } = state.draft;
    all.setAttribute('aria-checked', String(only === null));
    one.setAttribute('aria-checked', String(only !== null));
    one.textContent = `Only page ${pageName(summary, only ?? state.page)}`;
    one.title = only === null || only === state.page ? '' : 'A click on it takes the page that is shown now';
  });
  return h('div', { class: 'switch', role: 'radiogroup', 'aria-label': 'Pages that are read so' }, all, one);
}

/** The fields of options, each with its error below it. */
class Fields {
  #workspace;
  #state;
  #draft;
  #known;
  /** @type {Map<string, HTMLElement>} */
  #errors = new Map();

  /**
   * @param {EditingWorkspace} workspace
   * @param {KnownOption[]} known
   */
  constructor(workspace, known) {
    this.#workspace = workspace;
    this.#state = workspace.state;
    this.#draft = workspace.draft;
    this.#known = known;
  }

  /**
   * Shows an error beside the field that it names; false if there is none.
   * @param {string} message
   */
  showError(message) {
    for (const place of this.#errors.values()) place.textContent = '';
    if (!message) return false;
    const named = [...this.#errors.keys()].find((name) => message.includes(`--${name}`));
    const place = this.#errors.get(named ?? 'further');
    if (place) place.textContent = message;
    return place !== undefined;
  }

  /** @param {string} name */
  #option(name) {
    return this.#known.find(({ long }) => long === name);
  }

  /** @param {string} name */
  #value(name) {
    return valueOf(this.#state.draft.options, name);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {HTMLElement} input
   * @param {boolean} [isFor]
   */
  #field(name, label, input, isFor = true) {
    const error = h('span', { class: 'field-error', role: 'alert' });
    this.#errors.set(name, error);
    const id = `option-${name}`;
    input.id ||= id;
    const title = this.#option(name)?.help;
    return h(
      'div',
      { class: 'field', title },
      h(isFor ? 'label' : 'span', { for: isFor ? input.id : null, text: label }),
      input,
      error,
    );
  }

  road() {
    if (this.#workspace.summary.roads.length < 2) return null;
    const choice = radioGroup('Order and structure from', 'data-read', ROADS, (road) => this.#draft.setRoad(road));
    this.#state.watch(['draft'], () => choice.check(this.#draft.choice));
    return this.#field('page-analysis', 'Read by', choice.element, false);
  }

  columns() {
    /**
     * @param {string} value
     * @param {string} text
     */
    const option = (value, text) => h('option', { value, text });
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      { on: { change: () => this.#draft.setOption('columns', select.value || null) } },
      option('', 'not divided'),
      COLUMNS.map((value) => option(value, value === 'auto' ? 'as many as it shows' : value)),
    );
    this.#state.watch(['draft'], () => {
      const value = this.#value('columns') ?? '';
      if (![...select.options].some((each) => each.value === value)) select.append(option(value, value));
      select.value = value;
    });
    return this.#field('columns', 'Columns', select);
  }

  method() {
    const methods = { '': 'regions: gutters and white space', classic: 'classic: as pdfminer does' };
    /** @type {HTMLSelectElement} */
    const select = h(
      'select',
      { on: { change: () => this.#draft.setOption('layout', select.value || null) } },
      Object.entries(methods).map(([value, text]) => h('option', { value, text })),
    );
    this.#state.watch(['draft'], () => {
      select.value = this.#value('layout') === 'classic' ? 'classic' : '';
      select.disabled = this.#value('columns') !== null;
    });
    return this.#field('layout', 'Method', select);
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  check(name, label) {
    const check = h('input', { type: 'checkbox', id: `option-${name}` });
    check.addEventListener('change', () => this.#draft.setOption(name, check.checked || null));
    this.#state.watch(['draft'], () => {
      check.checked = this.#value(name) !== null;
    });
    const field = this.#field(name, label, check);
    field.classList.add('check');
    return field;
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string} example
   */
  text(name, label, example) {
    const input = h('input', { type: 'text', placeholder: example, spellcheck: 'false', autocomplete: 'off' });
    return this.#typed(name, label, input);
  }

  /** @param {string} name */
  number(name) {
    const option = this.#option(name);
    const input = h('input', {
      type: 'text',
      inputmode: 'decimal',
      placeholder: option?.default ?? '',
      autocomplete: 'off',
    });
    return this.#typed(name, `--${name}`, input);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {HTMLInputElement} input
   */
  #typed(name, label, input) {
    input.addEventListener('input', () => this.#draft.setOption(name, input.value.trim() || null, TYPING));
    this.#state.watch(['draft'], () => {
      if (document.activeElement !== input) input.value = this.#value(name) ?? '';
    });
    return this.#field(name, label, input);
  }

  /** Any other option, as one would type it. */
  further() {
    const names = [...OWN, ...MARGINS];
    const input = h('textarea', {
      rows: 2,
      placeholder: '--normalize nfkc -u th',
      spellcheck: 'false',
      id: 'further-options',
    });
    const field = this.#field('further', 'Further options', input);
    const own = () => this.#state.draft.options.filter((option) => names.includes(nameOf(option)));
    input.addEventListener('input', () => {
      const { options, error } = longForms(input.value, this.#known);
      const used = options && without(options, names).length < options.length;
      this.showError(used ? 'this option has a field above' : (error ?? ''));
      if (options && !used) this.#draft.set({ options: [...own(), ...options] }, TYPING);
    });
    this.#state.watch(['draft'], () => {
      if (document.activeElement !== input) input.value = typed(without(this.#state.draft.options, names));
    });
    const list = this.#known.filter(({ long }) => !names.includes(long));
    field.append(
      h(
        'details',
        { class: 'known-options' },
        h('summary', { text: 'Options that there are' }),
        h(
          'dl',
          {},
          list.map(({ long, short, value, help }) => [
            h('dt', {}, h('code', { text: `${short ? `-${short}, ` : ''}--${long}${value ? ` ${value}` : ''}` })),
            h('dd', { text: help }),
          ]),
        ),
      ),
    );
    return field;
  }
}
