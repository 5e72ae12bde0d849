/** A limited number of places; whoever finds none free waits for one, in order. */
export class Places {
  #free;
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {number} count */
  constructor(count) {
    this.#free = count;
  }

  /**
   * Takes a place, at once or as soon as one is free.
   * @param {() => void} onTaken Called when the place is taken.
   * @returns {() => void} Leaves the place, or stops waiting for it.
   */
  take(onTaken) {
    let isTaken = false;
    const begin = () => {
      isTaken = true;
      onTaken();
    };
    if (this.#free > 0) {
      this.#free -= 1;
      begin();
    } else this.#waiting.add(begin);
    return () => {
      this.#waiting.delete(begin);
      if (!isTaken) return;
      isTaken = false;
      const [next] = this.#waiting;
      if (!next) return void (this.#free += 1);
      this.#waiting.delete(next);
      next();
    };
  }
}
