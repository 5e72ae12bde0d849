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
 * Returns the current value; the component renders again after each change.
 * @template T
 * @param {Value<T>} value
 * @returns {T}
 */
export function useValue(value) {
  const [, renderAgain] = useState(0);
  const shown = value.current;
  useEffect(() => {
    const end = value.observe(() => renderAgain((count) => count + 1));
    // A change between rendering and this effect was not observed.
    if (!Object.is(shown, value.current)) renderAgain((count) => count + 1);
    return end;
  }, [value]);
  return shown;
}
