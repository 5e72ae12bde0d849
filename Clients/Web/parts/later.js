/** Parts of a screen whose code is loaded when they are first shown. */
import { loadCode } from "../core/code.js";
import { Problem } from "../core/problem.js";
import { html, useLayoutEffect, useState } from "../core/view.js";
import { Failed, Skeleton } from "./states.js";

/** @typedef {(props: any) => unknown} Component */
/** @typedef {{ problem: Problem | undefined, onAgain: () => void }} Wait The state of the load. */

/** @param {Wait} props */
const Waiting = ({ problem, onAgain }) =>
  problem ? html`<${Failed} problem=${problem} onAgain=${onAgain} />` : html`<${Skeleton} rows=${3} />`;

/**
 * A component that loads the code of another one and then shows it; `prepare` preloads the code.
 * @param {() => Promise<Component>} load
 * @param {(props: any) => unknown} [placeholder] The component shown until then; it takes the same properties and a
 *   `Wait`.
 */
export function later(load, placeholder = Waiting) {
  /** @type {Component | undefined} */
  let loaded;
  const prepare = async () => {
    loaded = await loadCode(load);
  };
  /** @param {Record<string, unknown>} props */
  function Later(props) {
    const [problem, setProblem] = useState(/** @type {Problem | undefined} */ (undefined));
    const [, renderAgain] = useState(false);
    const begin = () => {
      setProblem(undefined);
      prepare().then(() => renderAgain(true), () => setProblem(new Problem({ status: 0 })));
    };
    // Before the frame is drawn, so that the code is on its way meanwhile.
    useLayoutEffect(() => {
      if (!loaded) begin();
    }, []);
    return loaded
      ? html`<${loaded} ...${props} />`
      : html`<${placeholder} ...${props} problem=${problem} onAgain=${begin} />`;
  }
  return Object.assign(Later, { prepare });
}
