// The page that is shown: its number or label, and the ones beside it.

import { button, h } from '../dom.js';
import { pageName } from '../pages/thumbnails.js';
import { pageNumber } from './offers.js';

/**
 * The controls for the page of the workspace.
 * @param {PagesHost} workspace
 */
export function pageControls(workspace) {
  const { state, summary } = workspace;
  const last = summary.page_count - 1;
  const input = h('input', {
    class: 'page-number',
    'aria-label': 'Page',
    title: 'Number or label of the page',
    autocomplete: 'off',
    id: 'page-number',
  });
  const of = h('span', { class: 'of' });
  state.watch(['page'], () => {
    input.value = summary.labels?.[state.page] ?? String(pageNumber(summary, state.page));
    input.style.width = `clamp(56px, ${input.value.length + 3}ch, 180px)`;
    const name = pageName(summary, state.page);
    of.textContent =
      name === String(state.page + 1) ? `of ${summary.page_count}` : `${state.page + 1} of ${summary.page_count}`;
  });
  input.addEventListener('focus', () => input.select());
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const wanted = input.value.trim();
    const labelled = summary.labels?.indexOf(wanted) ?? -1;
    const number = Number.parseInt(wanted, 10);
    const numbered = summary.pages?.indexOf(number - 1) ?? number - 1;
    if (labelled >= 0) workspace.goTo(labelled);
    else if (numbered >= 0) workspace.goTo(Math.min(numbered, last));
    else input.select();
  });
  return h(
    'div',
    { class: 'group' },
    button('‹', { label: 'Previous page', act: () => workspace.goTo(Math.max(0, state.page - 1)) }),
    input,
    of,
    button('›', { label: 'Next page', act: () => workspace.goTo(Math.min(last, state.page + 1)) }),
  );
}
