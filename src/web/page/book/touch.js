// Two fingers zoom the pages. One finger scrolls, as the browser does it.

import { limited } from '../frame/zoom.js';

export function touch(reader) {
  const { element } = reader.scroll;
  let start = null;
  const spread = ([a, b]) => ({
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
  });
  const begin = (event) => {
    start =
      event.touches.length === 2
        ? { ...spread(event.touches), zoom: (reader.state.scale * 72) / 96 }
        : null;
  };
  const move = (event) => {
    if (!start || event.touches.length !== 2) return;
    event.preventDefault();
    const { distance, x, y } = spread(event.touches);
    reader.zoomAt(limited((start.zoom * distance) / Math.max(1, start.distance)), x, y);
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  for (const name of ['touchend', 'touchcancel']) element.addEventListener(name, begin, { passive: true });
}
