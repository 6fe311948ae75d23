// Two fingers zoom the pages. One finger scrolls, as the browser does it.

/** @param {Reader} reader */
export function touch(reader) {
  const { element } = reader.scroll;
  /** @type {ReturnType<typeof spread> | null} */
  let last = null;
  /** @param {TouchList} touches */
  const spread = ([a, b]) => ({
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
  });
  /** @param {TouchEvent} event */
  const begin = (event) => {
    last = event.touches.length === 2 ? spread(event.touches) : null;
  };
  /** @param {TouchEvent} event */
  const move = (event) => {
    if (!last || event.touches.length !== 2) return;
    event.preventDefault();
    const now = spread(event.touches);
    reader.zoomBy(now.distance / Math.max(1, last.distance), now.x, now.y);
    last = now;
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  element.addEventListener('touchend', begin, { passive: true });
  element.addEventListener('touchcancel', begin, { passive: true });
}
