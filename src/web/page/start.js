// Asks for the documents, opens the one that the address names, and changes between them.

import * as address from './address.js';
import { Api, ApiError, messageOf } from './api.js';
import { button, h } from './dom.js';
import { askPassword } from './frame/password.js';
import { Workspace } from './workspace.js';

// The status of an answer about a document that needs a password.
const LOCKED = 423;

/**
 * Shows the documents of a source, also in `views` that not every source has.
 * @param {Source} source
 * @param {import('./workspace.js').ViewMakers} [views]
 */
export async function start(source, views) {
  const api = new Api(source);
  /** @type {Workspace | null} */
  let workspace = null;
  let opening = 0;
  /** @type {DocumentList} */
  let list = { documents: [] };

  /**
   * @param {string} message
   * @param {() => void} [again]
   */
  const fail = (message, again) => {
    workspace?.close();
    workspace = null;
    document.querySelector('.failure')?.remove();
    const others = list.documents.map(({ id, name }) =>
      h('li', {}, button(name, { class: 'link', act: () => choose(id) })),
    );
    document.body.append(
      h(
        'main',
        { class: 'failure' },
        h('h1', { text: 'pdfa2hocr' }),
        h('p', { role: 'alert', text: message }),
        again ? button('Try again', { class: 'main', act: again }) : null,
        list.documents.length > 1 ? h('ul', {}, others) : null,
      ),
    );
  };

  /** @param {string | number | null} id */
  const open = async (id) => {
    const turn = ++opening;
    const chosen = list.documents.find((each) => String(each.id) === String(id)) ?? list.documents[0];
    if (!chosen) {
      fail('No document is open: name one on the command line, as in “pdfa2hocr browse file.pdf”.');
      return;
    }
    const data = api.document(chosen.id);
    try {
      const summary = await unlocked(data, chosen.name);
      if (turn !== opening) return;
      if (!summary) {
        fail(`${chosen.name} is locked.`, () => open(id));
        return;
      }
      workspace?.close();
      document.querySelector('.failure')?.remove();
      workspace = new Workspace(data, summary, list, choose, views);
    } catch (error) {
      if (turn === opening) fail(`${chosen.name}: ${messageOf(error)}`, () => open(id));
    }
  };

  /** @param {string | number} id */
  const choose = (id) => {
    address.show({ ...address.read(''), document: id }, true);
    open(id);
  };

  try {
    list = await api.documents();
  } catch (error) {
    fail(messageOf(error), () => location.reload());
    return;
  }
  addEventListener('popstate', () => {
    const id = address.read().document;
    if (id !== null && String(workspace?.summary.id) !== id) open(id);
  });
  await open(address.read().document);
}

/**
 * The summary of a document, once its password was given if it needs one; null if none was.
 * @param {DocumentApi} data
 * @param {string} name
 */
async function unlocked(data, name) {
  try {
    return await data.summary();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === LOCKED)) throw error;
    return askPassword(data, name);
  }
}
