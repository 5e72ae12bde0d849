/** The content of the first screen while no place is known. */
import { useTexts } from "../core/languages.js";
import { askPosition } from "../core/position.js";
import { changeSettings } from "../core/settings.js";
import { html, useState } from "../core/view.js";
import { Button } from "./button.js";
import { Icon } from "./icon.js";
import { PlacePicker } from "./place-heading.js";
import { Skeleton } from "./states.js";

/** @param {{ state: import("../core/position.js").PositionState }} props */
export function Invitation({ state }) {
  const text = useTexts("places");
  const [isOpen, setIsOpen] = useState(false);
  const notes = { denied: text.denied, failed: text.failedPosition, asking: text.locating, unasked: "", found: "" };
  if (state === "unknown") return html`<${Skeleton} rows=${4} />`;
  return html`
    <div class="invitation">
      <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="26" stroke="var(--line-strong)" stroke-width="2" stroke-dasharray="1 5" />
        <circle cx="32" cy="32" r="15" stroke="var(--accent)" stroke-width="2" />
        <circle cx="32" cy="32" r="6" fill="var(--now)" />
      </svg>
      <h2 class="text-4">${text.invitation.title}</h2>
      <p class="muted">${text.invitation.sentence}</p>
      <div class="actions">
        <${Button} isRunning=${state === "asking"} onClick=${askPosition}><${Icon} name="locate" size="small" />${text
          .locate}<//>
          <${Button} kind="quiet" onClick=${() => setIsOpen(true)}><${Icon} name="search" size="small" />${text
            .invitation.choose}<//>
        </div>
        <p class="text-2 muted" role="status">${notes[state]}</p>
        ${isOpen && html`
          <${PlacePicker} onClose=${() => setIsOpen(false)} onPosition=${() => setIsOpen(false)}
            onChoose=${(/** @type {any} */ place) => changeSettings({ place })} />
        `}
      </div>
  `;
}
