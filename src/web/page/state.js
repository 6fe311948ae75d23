// The current view: values by name, with listeners.

/** @template {object} T */
class State {
  #values;
  /** @type {{ names: (keyof T)[], act: () => void }[]} */
  #listeners = [];

  /** @param {T} values */
  constructor(values) {
    this.#values = values;
    for (const name of /** @type {(keyof T)[]} */ (Object.keys(values))) {
      Object.defineProperty(this, name, { get: () => this.#values[name], enumerable: true });
    }
  }

  /**
   * Sets values, and calls each listener of a changed value once.
   * @param {Partial<T>} changes
   */
  set(changes) {
    const names = /** @type {(keyof T)[]} */ (Object.keys(changes));
    const changed = names.filter((name) => this.#values[name] !== changes[name]);
    if (changed.length === 0) return;
    Object.assign(this.#values, changes);
    for (const { names, act } of [...this.#listeners]) {
      if (names.some((name) => changed.includes(name))) act();
    }
  }

  /**
   * Calls `act` now, and whenever one of the values changes.
   * @param {(keyof T)[]} names
   * @param {() => void} act
   */
  watch(names, act) {
    this.on(names, act);
    act();
  }

  /**
   * Calls `act` whenever one of the values changes, until the signal ends it.
   * @param {(keyof T)[]} names
   * @param {() => void} act
   * @param {AskOptions} [options]
   */
  on(names, act, { signal } = {}) {
    const listener = { names, act };
    this.#listeners.push(listener);
    signal?.addEventListener('abort', () => this.#listeners.splice(this.#listeners.indexOf(listener), 1));
  }
}

/**
 * A state whose values are properties.
 * @template {object} T
 * @param {T} values
 */
export function stateOf(values) {
  return /** @type {StateOf<T>} */ (/** @type {unknown} */ (new State(values)));
}
