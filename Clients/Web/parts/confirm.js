/** A confirmation of something that cannot be undone. */
import { useAction } from "../core/answer.js";
import { useTexts } from "../core/languages.js";
import { html } from "../core/view.js";
import { Button } from "./button.js";
import { Sheet } from "./sheet.js";
import { ProblemNote } from "./states.js";

/**
 * @param {{ title: string, sentence: string, action: string, onConfirm: () => Promise<unknown>, onClose: () => void }}
 *   props `onConfirm`: an error is shown in the sheet; otherwise the sheet closes.
 */
export function Confirm({ title, sentence, action, onConfirm, onClose }) {
  const text = useTexts("core");
  const { isRunning, problem, run } = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return html`
    <${Sheet} title=${title} onClose=${onClose}>
      <p>${sentence}</p>
      <${ProblemNote} problem=${problem} />
      <div class="actions">
        <${Button} kind="dangerous" isRunning=${isRunning} onClick=${run}>${action}<//>
          <${Button} kind="quiet" onClick=${onClose}>${text.cancel}<//>
        </div>
      <//>
  `;
}
