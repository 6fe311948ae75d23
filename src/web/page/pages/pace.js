// The pace at which pages appear: pages that are only scrolled past are not loaded.

// Milliseconds between pages that the user looks at.
const CALM = 150;

/** A function that returns true unless pages appeared just before its call. */
export function pace() {
  let last = 0;
  return () => {
    const now = performance.now();
    const isCalm = now - last > CALM;
    last = now;
    return isCalm;
  };
}
