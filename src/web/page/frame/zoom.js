// The zoom: `width`, `page`, or a number, 1 for the page's own size at 96 pixels an inch.

export const NAMES = [
  ['width', 'Fit width'],
  ['page', 'Fit page'],
];

const MIN = 0.1;
const MAX = 16;
const STEP = 1.2;

/** @param {number} zoom */
export function limited(zoom) {
  return Math.max(MIN, Math.min(zoom, MAX));
}

/** @param {number} zoom */
export function percent(zoom) {
  return `${Math.round(zoom * 100)} %`;
}

/**
 * The zoom one step larger or smaller than what is seen.
 * @param {ZoomState} state
 * @param {number} by
 */
export function stepped(state, by) {
  return limited(((state.scale * 72) / 96) * STEP ** by);
}
