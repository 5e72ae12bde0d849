/** Short notices at the edge of the screen, with at most one action. */
import { html, useEffect } from "../core/view.js";
import { useValue, Value } from "../core/value.js";

/**
 * @typedef {object} Notice
 * @property {string} sentence
 * @property {string} [action] The name of the action's button.
 * @property {() => void} [onAction]
 */

/** @type {Value<Notice | null>} */
const notice = new Value(/** @type {Notice | null} */ (null));

/** The number of open sheets: the page below the topmost one is inert, so that nobody perceives a notice there. */
export const sheets = new Value(0);

/** Shows a notice in place of the current one. @param {Notice} next */
export const notify = (next) => notice.set(next);

/**
 * The current notice; it disappears after eight seconds, or when its action is used.
 * @param {{ level?: number }} props `level`: the number of sheets that are open when it is shown here.
 */
export function Toast({ level = 0 }) {
  const current = useValue(notice);
  const shown = useValue(sheets) === level ? current : null;
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => notice.set(null), 8_000);
    return () => clearTimeout(timer);
  }, [shown]);
  const act = () => {
    shown?.onAction?.();
    notice.set(null);
  };
  return html`<div class="toasts" role="status">${
    shown && html`<div class="toast"><span>${shown.sentence}</span>
    ${shown.action && html`<button type="button" class="button bare" onClick=${act}>${shown.action}</button>`}</div>`
  }</div>`;
}
