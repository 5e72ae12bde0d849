/** Icons, drawn from the sprite that the build generates from `icons/`. */
import { sprite } from "../core/built.js";
import { html } from "../core/view.js";

/**
 * An icon, hidden from screen readers: the control that contains it has a name of its own.
 * @param {{ name: string, size?: "small" | "tiny" | "large", class?: string }} props
 */
export const Icon = ({ name, size, class: extra }) =>
  html`
    <svg class=${`icon-drawing ${size ?? ""} ${extra ?? ""}`} aria-hidden="true">
      <use href=${`${sprite}#${name}`} />
    </svg>
  `;

/**
 * A round button with only an icon.
 * @param {{ icon: string, label: string, onClick?: (event: Event) => void, href?: string, class?: string,
 *   pressed?: boolean, isDisabled?: boolean }} props
 */
export function IconButton({ icon, label, onClick, href, class: extra, pressed, isDisabled }) {
  const classes = `icon-button ${extra ?? ""}`;
  if (href) return html`<a class=${classes} href=${href} aria-label=${label}><${Icon} name=${icon} /></a>`;
  return html`
    <button type="button" class=${classes} aria-label=${label} title=${label} aria-pressed=${pressed}
      disabled=${isDisabled} onClick=${onClick}><${Icon} name=${icon} /></button>
  `;
}
