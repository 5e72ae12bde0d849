/** The list of saved look-ups. */
import { html } from "../../core/view.js";
import { HistoryPages } from "./pages.js";

export default function History() {
  return html`<${HistoryPages} />`;
}
