/** The drawings of states that few screens have. */
import { html } from "../core/view.js";

export const Done = () =>
  html`
    <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
      <path d="M45 9.5a26 26 0 1 1-26 0" stroke="var(--accent)" stroke-width="5" />
      <path d="m22 33 7 7 13-14" stroke="var(--accent)" stroke-width="4" stroke-linejoin="round" />
    </svg>
  `;

export const Astray = () =>
  html`
    <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="26" stroke="var(--line-strong)" stroke-width="2" stroke-dasharray="1 5" />
      <path d="M32 6a26 26 0 0 1 26 26" stroke="var(--accent)" stroke-width="5" />
      <circle cx="52" cy="50" r="6" fill="var(--now)" />
    </svg>
  `;
