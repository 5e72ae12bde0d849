/** Drawings of the weather. Each has words beside it, or an accessible name. */
import { html } from "../core/view.js";
import { sprite } from "../core/built.js";
import { drawingOf } from "./weather-drawing.js";

/**
 * @param {{ condition: string, isDay?: boolean, class?: string, label?: string }} props `label`: the accessible name,
 *   if no words are beside it.
 */
export const WeatherIcon = ({ condition, isDay = true, class: extra, label }) =>
  html`
    <svg class=${`weather-icon ${extra ?? ""}`} role=${label ? "img" : undefined} aria-label=${label}
      aria-hidden=${label ? undefined : "true"}>
      <use href=${`${sprite}#${drawingOf(condition, isDay)}`} />
    </svg>
  `;
