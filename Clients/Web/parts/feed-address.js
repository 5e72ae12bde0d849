/** The address of a calendar feed, which is shown once, and can be copied. */
import { useAction } from "../core/answer.js";
import { useId } from "../core/id.js";
import { useTexts } from "../core/languages.js";
import { html } from "../core/view.js";
import { Button } from "./button.js";
import { ProblemNote } from "./states.js";
import { notify } from "./toast.js";

/** @param {{ path: string, note: string }} props `note`: who can read what at the address. */
export function FeedAddress({ path, note }) {
  const text = useTexts("calendars");
  const id = useId();
  const address = location.origin + path;
  const copy = useAction(async () => {
    await navigator.clipboard.writeText(address);
    notify({ sentence: text.copied });
  });
  return html`
    <label class="text-2 muted" for=${id}>${text.address}</label>
    <div class="field"><input id=${id} type="url" readonly value=${address} translate="no"
      onFocus=${(/** @type {any} */ event) => event.target.select()} /></div>
    <p class="text-2 muted">${note}</p>
    <${ProblemNote} problem=${copy.problem} />
    ${navigator.clipboard && html`
      <div class="actions">
        <${Button} isRunning=${copy.isRunning} onClick=${copy.run}>${text.copy}<//></div>
    `}
  `;
}
