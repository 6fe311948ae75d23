// Pointing at the page and clicking on it: what is under the pointer is said and marked, and a click selects it.

import { closest } from '../dom.js';
import { offers } from '../frame/offers.js';
import { thingsAt, Tooltip } from '../layers/pointer.js';

/**
 * Follows the pointer over the pages.
 * @param {Workspace} workspace
 * @param {PageScroll} scroll
 */
export function pointing(workspace, scroll) {
  const { state } = workspace;
  const tooltip = new Tooltip();
  /** @param {MouseEvent} event */
  const under = (event) => {
    const element = closest(event, '.page');
    const view = [...scroll.views].find((other) => other.element === element);
    if (!element || !view?.contents) return null;
    const box = element.getBoundingClientRect();
    const { width, height } = view.size;
    const [x, y] = [
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
    ];
    return { page: view.page, things: thingsAt(view.contents, x, y, state.layers) };
  };
  const unpoint = () => {
    tooltip.hide();
    if (state.pointed?.isPointer) state.set({ pointed: null });
  };
  let waiting = false;
  scroll.element.addEventListener('pointermove', (event) => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const found = under(event);
      if (!found || found.things.length === 0) {
        unpoint();
        return;
      }
      tooltip.show(found.things, event.clientX, event.clientY);
      const box = found.things[0].thing.bbox;
      state.set({ pointed: { page: found.page, boxes: [box], isPointer: true } });
    });
  });
  scroll.element.addEventListener('pointerleave', unpoint);
  scroll.element.addEventListener('scroll', unpoint, { passive: true });
  scroll.element.addEventListener('click', (event) => {
    const found = under(event);
    if (!found) return;
    const fault = found.things.find(({ layer }) => layer === 'faults');
    if (fault && state.layers.has('faults')) {
      workspace.showFault(/** @type {PlacedFault} */ (fault.thing));
      return;
    }
    const image = found.things.find(({ layer, thing }) => layer === 'images' && thing.key);
    const chosen = found.things.find(({ layer, thing }) => thing.key && layer !== 'images');
    if (!chosen && image?.thing.key && offers(workspace.summary, 'views', 'images'))
      workspace.show({ view: 'images', image: image.thing.key });
    else workspace.select(chosen?.thing.key ?? null);
  });
}
