/** One saved look-up. */
import { html } from "../../core/view.js";
import { HistoryPages } from "./pages.js";

/** @param {{ id: string }} props */
export default function HistoryEntry({ id }) {
  return html`<${HistoryPages} id=${id} />`;
}
