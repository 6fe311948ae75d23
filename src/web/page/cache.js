// Caches of a limited size.

/**
 * Deletes the oldest entries of a map.
 * @template K, V
 * @param {Map<K, V>} map
 * @param {number} max
 * @param {(value: V) => void} [dropped]
 */
export function dropOldest(map, max, dropped) {
  for (const [key, value] of map) {
    if (map.size <= max) return;
    map.delete(key);
    dropped?.(value);
  }
}
