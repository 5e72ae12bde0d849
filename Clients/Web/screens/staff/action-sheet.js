/** The sheet of an action: its effect, its fields, and one button that performs it. */
import { html } from "../../core/view.js";
import { useAction, useKey } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote } from "../../parts/states.js";

/** @typedef {import("../../core/problem.js").Problem} Problem */
/** @typedef {{ sentence: string, kind?: "warning" | "danger" | "positive" | "muted", icon?: string }} Consequence */

/**
 * @param {{ title: string, lead?: unknown, consequences?: (Consequence | false | undefined)[], confirm: string,
 *   isDangerous?: boolean, isReady?: boolean, isBroad?: boolean, hasFields?: boolean, intention: unknown,
 *   onRun: (key: string) => Promise<unknown>, onClose: () => void,
 *   children?: unknown | ((problem: Problem | undefined) => unknown) }} props `intention`: the action's parameters;
 *   the key changes with them. `hasFields`: the first field has the focus rather than the button.
 */
export function ActionSheet(props) {
  const text = useTexts("staff");
  const key = useKey(props.intention);
  const running = useAction(() => props.onRun(key));
  const { isReady = true, children } = props;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (isReady) running.run();
  };
  return html`
    <${Sheet} title=${props.title} onClose=${props.onClose} class=${props.isBroad ? "broad" : ""}>
      <form class="form action-sheet" onSubmit=${submit} noValidate>
        ${props.lead && html`<p class="strong">${props.lead}</p>`}
        ${typeof children === "function" ? children(running.problem) : children}
        ${(props.consequences ?? []).map((one) =>
          one && html`<p class=${`note ${one.kind ?? ""}`}><${Icon} name=${one.icon ?? "next"} size="small" />
            <span>${one.sentence}</span></p>`
        )}
        <${ProblemNote} problem=${running.problem} />
        <div class="sheet-actions">
          <button type="submit" class=${`button wide ${props.isDangerous ? "dangerous" : "main"} ${
            running.isRunning ? "running" : ""
          }`} disabled=${!isReady} autofocus=${!props.hasFields}>${props.confirm}</button>
          <${Button} kind="bare wide" onClick=${props.onClose}>${text.keep}<//>
        </div>
      </form><//>
  `;
}
