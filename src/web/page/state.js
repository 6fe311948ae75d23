// What is shown: plain values by name, and who wants to know when one changes.

export class State {
  #values;
  #listeners = [];

  constructor(values) {
    this.#values = values;
    for (const name of Object.keys(values)) {
      Object.defineProperty(this, name, { get: () => this.#values[name], enumerable: true });
    }
  }

  /** Sets values, and tells once those who listen to one that changed. */
  set(changes) {
    const changed = Object.keys(changes).filter((name) => this.#values[name] !== changes[name]);
    if (changed.length === 0) return;
    Object.assign(this.#values, changes);
    for (const { names, act } of [...this.#listeners]) {
      if (names.some((name) => changed.includes(name))) act(changed);
    }
  }

  /** Calls `act` now, and whenever one of the values changes. */
  watch(names, act) {
    this.on(names, act);
    act(names);
  }

  /** Calls `act` whenever one of the values changes, until the signal ends it. */
  on(names, act, { signal } = {}) {
    const listener = { names, act };
    this.#listeners.push(listener);
    signal?.addEventListener('abort', () => this.#listeners.splice(this.#listeners.indexOf(listener), 1));
  }
}
