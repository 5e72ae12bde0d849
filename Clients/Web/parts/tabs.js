/** Tabs: one of a few parts of a screen is shown. */
import { html } from "../core/view.js";

/**
 * The index that a key moves to in a list, or undefined.
 * @param {string} key @param {number} index @param {number} count
 */
export function indexAfterKey(key, index, count) {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(count - 1, index + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

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
