/** Sheets whose code is loaded when they are first opened. */
import { html, useEffect } from "../core/view.js";
import { later } from "./later.js";
import { sentenceOf } from "./states.js";
import { notify } from "./toast.js";

/**
 * The placeholder of a sheet: a line where the sheet will rise while the code loads, and a toast if it fails to load.
 * @param {import("./later.js").Wait & { onClose: () => void }} props
 */
function WaitingSheet({ problem, onClose }) {
  useEffect(() => {
    if (!problem) return;
    notify({ sentence: sentenceOf(problem) });
    onClose();
  }, [problem]);
  return html`<div class="opening"></div>`;
}

/**
 * A sheet, with an `onClose`, whose code is loaded when it is first opened.
 * @param {Parameters<typeof later>[0]} load
 */
export const laterSheet = (load) => later(load, WaitingSheet);
