/** The drawing of the launch screen: rings around a person. */
import { html } from "../../core/view.js";

export const Art = () =>
  html`
    <div class="art" aria-hidden="true">
      <svg viewBox="0 0 400 400" preserveAspectRatio="xMidYMid slice">
        <g fill="none" stroke="currentColor" stroke-linecap="round">
          <path d="M234.7 169.8A46 46 0 1 1 205.6 154.3" stroke-width="13" />
          <path d="M113.5 231.5A92 92 0 1 1 129.5 259.1" stroke-width="3" opacity=".4" />
          <path d="M283.1 310.2A138 138 0 1 1 334.5 169" stroke-width="9" opacity=".55" />
          <path d="M190.1 10.3A190 190 0 1 1 144.4 18.3" stroke-width="2" opacity=".4" />
          <path d="M16.1 354.3A240 240 0 1 1 320 407.8" stroke-width="6" opacity=".55" />
          <path d="M412.1 412.1A300 300 0 1 1 445.7 372.1" stroke-width="2" opacity=".4" />
        </g>
        <circle cx="200" cy="200" r="15" fill="currentColor" />
        <circle cx="222" cy="159" r="8" fill="var(--now)" />
        <circle cx="120" cy="246" r="6" fill="var(--lesson-lecture)" />
        <circle cx="330" cy="247" r="9" fill="var(--sun)" />
        <circle cx="167" cy="13" r="6" fill="var(--rain)" />
        <circle cx="158" cy="436" r="8" fill="currentColor" />
      </svg>
    </div>
  `;
