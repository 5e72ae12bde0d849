/** Tabs: one of a few parts of a screen is shown. */
import { html } from "../core/view.js";
import { indexAfterKey } from "./arrows.js";

/**
 * @template {string} T
 * @param {{ label: string, value: T, options: { value: T, name: string }[], panel: string,
 *   onChange: (value: T) => void }} props `panel`: the id of the element that shows the chosen part.
 */
export function Tabs({ label, value, options, panel, onChange }) {
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const index = options.findIndex((option) => option.value === value);
    const next = indexAfterKey(event.key, index, options.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(options[next].value);
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLElement | undefined} */ (list.querySelectorAll('[role="tab"]')[next])?.focus();
  };
  return html`<div class="options tabs" role="tablist" aria-label=${label} onKeyDown=${move}>${
    options.map((option) =>
      html`
        <button type="button" class="option" role="tab" aria-selected=${option.value === value ? "true" : "false"}
          aria-controls=${panel} tabindex=${option.value === value ? 0 : -1}
          onClick=${() => onChange(option.value)}>${option.name}</button>
      `
    )
  }</div>`;
}
