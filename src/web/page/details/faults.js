// The faults that `validate` finds, each with the way to its place; and the warnings of the conversion.

import { isAbort, messageOf } from '../api.js';
import { button, counted, h, visible } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';

const SHOWN = 100;

/** The faults of the document: asked for once they are wanted, and known to the layer of the page. */
export class Faults {
  #workspace;
  /** @type {Map<number, PlacedFault[]>} */
  #byPage = new Map();
  /** @type {Map<number, number>} */
  #counts = new Map();
  /** @type {string | null} */
  #asked = null;
  /** @type {string | null} */
  flavour = null;
  /** @type {FaultReport | null} */
  report = null;
  /** @type {unknown} */
  error = null;

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.#workspace = workspace;
    workspace.state.on(['layers'], () => workspace.state.layers.has('faults') && this.load());
  }

  /**
   * The faults on a page that have a place there.
   * @param {number} page
   */
  onPage(page) {
    return this.#byPage.get(page) ?? [];
  }

  /**
   * The number of listed faults on a page, with and without a box.
   * @param {number} page
   */
  countOnPage(page) {
    return this.#counts.get(page) ?? 0;
  }

  /** Asks for the faults by a flavour, once. */
  async load(flavour = this.flavour) {
    if (!this.#workspace.summary.validate || (this.#asked !== null && this.#asked === (flavour ?? ''))) return;
    this.#asked = flavour ?? '';
    this.report = null;
    this.error = null;
    this.#tell();
    try {
      this.report = await this.#workspace.api.faults(flavour);
      this.flavour = this.report.flavour;
      this.#asked = this.flavour;
      [this.#byPage, this.#counts] = [new Map(), new Map()];
      for (const finding of this.report.findings) {
        for (const fault of finding.faults) {
          if (fault.page === null) continue;
          this.#counts.set(fault.page, this.countOnPage(fault.page) + 1);
          if (!fault.bbox) continue;
          const place = { ...fault, clause: finding.clause, message: finding.message };
          this.#byPage.set(fault.page, [...this.onPage(fault.page), place]);
        }
      }
    } catch (error) {
      if (!isAbort(error)) this.error = error;
      this.#asked = null;
    }
    this.#tell();
  }

  #tell() {
    this.#workspace.state.set({ faultsAt: this.#workspace.state.faultsAt + 1 });
  }
}

/**
 * The pane of faults and warnings.
 * @param {Workspace} workspace
 */
export function faultsPane(workspace) {
  const { state, faults, summary } = workspace;
  const list = h('div', {});
  const pane = h('div', { class: 'panel details', id: 'faults' }, summary.validate ? list : null, warnings(workspace));
  state.on(['right'], () => state.right === 'faults' && faults.load());
  state.watch(['faultsAt'], () => list.replaceChildren(...faultList(workspace)));
  if (state.right === 'faults') faults.load();
  return pane;
}

/**
 * The faults by rule, with the choice of the standard.
 * @param {Workspace} workspace
 * @returns {HTMLElement[]}
 */
export function faultList(workspace) {
  const { faults } = workspace;
  if (faults.error) return [h('p', { class: 'note error', text: messageOf(faults.error) })];
  if (!faults.report) return [h('p', { class: 'note', role: 'status', text: 'Checking the document …' })];
  const { flavour, flavours, claimed, conforms, findings } = faults.report;
  /** @type {HTMLSelectElement} */
  const choice = h(
    'select',
    { 'aria-label': 'Standard', on: { change: () => faults.load(choice.value) } },
    flavours.map((each) => h('option', { value: each, text: each })),
  );
  choice.value = flavour;
  const total = findings.reduce((sum, finding) => sum + finding.count, 0);
  return [
    h(
      'div',
      { class: 'row' },
      choice,
      h('span', {
        class: conforms ? 'good' : 'bad',
        role: 'status',
        text: conforms ? 'No faults found.' : `${counted(total, 'fault')} of ${counted(findings.length, 'rule')}`,
      }),
    ),
    ...(claimed ? [] : [h('p', { class: 'hint', text: 'The document does not declare that it conforms to this.' })]),
    h(
      'ul',
      { class: 'findings', 'aria-label': 'Faults' },
      findings.map((finding) =>
        h(
          'li',
          {},
          h(
            'details',
            {},
            h(
              'summary',
              {},
              h('span', { class: 'clause', text: `${finding.clause}-${finding.test}` }),
              h('span', { text: visible(finding.message) }),
              h('span', { class: 'count', text: finding.count }),
            ),
            h(
              'ul',
              {},
              finding.faults.slice(0, SHOWN).map((fault) => h('li', {}, place(fault, workspace))),
            ),
            finding.count > finding.faults.length || finding.faults.length > SHOWN
              ? h('p', {
                  class: 'note',
                  text: `The first ${Math.min(SHOWN, finding.faults.length)} are shown.`,
                })
              : null,
          ),
        ),
      ),
    ),
  ];
}

/**
 * @param {Fault} fault
 * @param {Workspace} workspace
 */
function place(fault, workspace) {
  const says =
    [
      fault.page === null ? null : `page ${pageName(workspace.summary, fault.page)}`,
      fault.object ? `object ${fault.object.replace('-', ' ')}` : null,
      fault.offset === null ? null : `byte ${fault.offset}`,
    ]
      .filter(Boolean)
      .join(', ') || 'document';
  return h(
    'span',
    {},
    button(says, { class: 'link', act: () => workspace.showFault(fault) }),
    fault.found ? h('span', { class: 'found', text: ` ${visible(fault.found)}` }) : null,
  );
}

/** @param {Workspace} workspace */
function warnings({ summary, state }) {
  const list = summary.warnings ?? [];
  return h(
    'section',
    {},
    h('h2', { class: 'part', text: 'Warnings of the conversion' }),
    list.length === 0 ? h('p', { class: 'note', text: 'None for the document. Those of a page stand over it.' }) : null,
    h(
      'ul',
      { class: 'warnings' },
      list
        .slice(0, 500)
        .map(({ message, page }) =>
          h(
            'li',
            {},
            page == null
              ? null
              : button(`page ${pageName(summary, page)}`, { class: 'link', act: () => state.set({ page }) }),
            ` ${visible(message)}`,
          ),
        ),
    ),
  );
}
