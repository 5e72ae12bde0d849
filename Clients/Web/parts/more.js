/** The button below a list that loads its next page. */
import { html } from "../core/view.js";
import { useTexts } from "../core/languages.js";
import { Button } from "./button.js";
import { ProblemNote } from "./states.js";

/** @param {{ pages: { hasMore: boolean, more: { isRunning: boolean, run: () => unknown, problem?: any } } }} props */
export function More({ pages }) {
  const text = useTexts("core");
  return html`
    <${ProblemNote} problem=${pages.more.problem} />
    ${pages.hasMore &&
      html`
        <div class="actions">
          <${Button} kind="quiet small" isRunning=${pages.more.isRunning} onClick=${pages.more.run}>${text
            .more}<//></div>
      `}
  `;
}
