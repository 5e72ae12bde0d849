/** Drawing in portions: a frame that draws the whole map at once would keep taps waiting. */

/** The most items drawn in a frame: on a slow phone, the pixels of a tile take ten milliseconds. */
export const mostInFrame = 2;

/** Draws items in the order in which they came, a few in each frame. @template T */
export class DrawingQueue {
  /** @type {Set<T>} */
  #waiting = new Set();
  #draw;
  #frame = 0;

  /** @param {(item: T) => void} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  /** @param {T} item Drawn once, even if it is added again before. */
  add(item) {
    this.#waiting.add(item);
    this.#frame ||= requestAnimationFrame(this.#drawSome);
  }

  /** Leaves out an item that is no longer shown. @param {T} item */
  remove(item) {
    this.#waiting.delete(item);
  }

  end() {
    cancelAnimationFrame(this.#frame);
    this.#waiting.clear();
  }

  #drawSome = () => {
    this.#frame = 0;
    for (const item of [...this.#waiting].slice(0, mostInFrame)) {
      this.#waiting.delete(item);
      this.#draw(item);
    }
    if (this.#waiting.size > 0) this.#frame = requestAnimationFrame(this.#drawSome);
  };
}
