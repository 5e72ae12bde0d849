/** Values that components and other modules observe. */
import { useEffect, useState } from "./view.js";

/**
 * A value with observers.
 * @template T
 */
export class Value {
  /** @type {Set<() => void>} */
  #observers = new Set();
  /** @type {T} */
  #current;

  /** @param {T} initial */
  constructor(initial) {
    this.#current = initial;
  }

  /** @returns {T} */
  get current() {
    return this.#current;
  }

  /** @param {T} next */
  set(next) {
    if (Object.is(next, this.#current)) return;
    this.#current = next;
    for (const observer of [...this.#observers]) observer();
  }

  /**
   * Calls the observer after each change; returns a function that removes the observer.
   * @param {() => void} observer
   */
  observe(observer) {
    this.#observers.add(observer);
    return () => {
      this.#observers.delete(observer);
    };
  }
}

/**
 * Returns a part of the current value, by default all of it; the component renders again when that part changes.
 * @template T
 * @template [S=T]
 * @param {Value<T>} value
 * @param {(value: T) => S} [select] The same part at each rendering.
 * @returns {S}
 */
export function useValue(value, select = (whole) => /** @type {any} */ (whole)) {
  const shown = select(value.current);
  const [, show] = useState(shown);
  useEffect(() => {
    const look = () => show(select(value.current));
    // A change between rendering and this effect was not observed.
    look();
    return value.observe(look);
  }, [value]);
  return shown;
}
