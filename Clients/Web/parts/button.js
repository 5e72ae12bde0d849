/** The button of all screens. */
import { html } from "../core/view.js";

/**
 * A button that shows while its action is running.
 * @param {{ isRunning?: boolean, isDisabled?: boolean, kind?: string, type?: string, onClick?: () => void,
 *   children?: unknown }} props `kind`: `main`, `quiet`, `bare` or `dangerous`, and `wide` or `small`.
 */
export const Button = ({ isRunning, isDisabled, kind = "main", type = "button", onClick, children }) =>
  html`
    <button type=${type} class=${`button ${kind} ${isRunning ? "running" : ""}`} aria-disabled=${isRunning
      ? "true"
      : undefined}
      disabled=${isDisabled} onClick=${isRunning ? undefined : onClick}>${children}</button>
  `;
