/** A choice of one from a few. */
import { html } from "../core/view.js";

/**
 * A group of options with one selected.
 * @template {string} T
 * @param {{ label: string, value: T, options: { value: T, name: string, label?: string, hasDot?: boolean }[],
 *   onChange: (value: T) => void, class?: string }} props
 */
export const Options = ({ label, value, options, onChange, class: extra }) =>
  html`<div class=${`options ${extra ?? ""}`} role="group" aria-label=${label}>${
    options.map((option) =>
      html`
        <button type="button" class="option" aria-pressed=${option.value === value ? "true" : "false"}
          aria-label=${option.label} onClick=${() => onChange(option.value)}>${option.name}${option.hasDot &&
            html`<i class="dot"></i>`}</button>
      `
    )
  }</div>`;
