// The smallest difference of two texts by lines (Myers, "An O(ND) Difference Algorithm", 1986).

// Number of differing lines above which the search for the smallest difference stops.
const MAX_DIFFERENCES = 400;

/** @typedef {{ text: string, key: string }} KeyedLine */

/**
 * The lines of both texts in one list, `[{text, kind}]`: `same`, `added` to the first or `removed` from it. Lines
 * are the same whose keys are.
 * @param {string[]} before
 * @param {string[]} after
 * @param {(line: string) => string} [key]
 * @returns {ComparedLine[]}
 */
export function compareLines(before, after, key = (line) => line) {
  const [old, fresh] = [before, after].map((lines) => lines.map((text) => ({ text, key: key(text) })));
  let start = 0;
  while (start < old.length && start < fresh.length && old[start].key === fresh[start].key) start++;
  let [a, b] = [old.length, fresh.length];
  while (a > start && b > start && old[a - 1].key === fresh[b - 1].key) [a, b] = [a - 1, b - 1];
  return [
    ...rows(fresh.slice(0, start), 'same'),
    ...differences(old.slice(start, a), fresh.slice(start, b)),
    ...rows(fresh.slice(b), 'same'),
  ];
}

/**
 * @param {KeyedLine[]} lines
 * @param {ComparedLine['kind']} kind
 * @returns {ComparedLine[]}
 */
function rows(lines, kind) {
  return lines.map(({ text }) => ({ text, kind }));
}

/**
 * @param {KeyedLine[]} before
 * @param {KeyedLine[]} after
 * @returns {ComparedLine[]}
 */
function differences(before, after) {
  const replaced = () => [...rows(before, 'removed'), ...rows(after, 'added')];
  const trace = search(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  if (!trace) return replaced();
  /** @type {ComparedLine[]} */
  const found = [];
  let [x, y] = [before.length, after.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d];
    const k = x - y;
    const isDown = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = isDown ? k + 1 : k - 1;
    const [px, py] = d === 0 ? [0, 0] : [reach.get(from) ?? 0, (reach.get(from) ?? 0) - from];
    const [ex, ey] = d === 0 ? [0, 0] : isDown ? [px, py + 1] : [px + 1, py];
    while (x > ex && y > ey) {
      found.push({ text: after[y - 1].text, kind: 'same' });
      [x, y] = [x - 1, y - 1];
    }
    if (d === 0) break;
    if (isDown) found.push({ text: after[y - 1].text, kind: 'added' });
    else found.push({ text: before[x - 1].text, kind: 'removed' });
    [x, y] = [px, py];
  }
  return found.reverse();
}

/**
 * The reach of each diagonal before each step; null if there are too many differences.
 * @param {string[]} before
 * @param {string[]} after
 */
function search(before, after) {
  const trace = [];
  const reach = new Map([[1, 0]]);
  for (let d = 0; d <= Math.min(MAX_DIFFERENCES, before.length + after.length); d++) {
    trace.push(new Map([...reach].filter(([k]) => Math.abs(k) <= d + 1)));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = isDown ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      reach.set(k, x);
      if (x >= before.length && x - k >= after.length) return trace;
    }
  }
  return null;
}
