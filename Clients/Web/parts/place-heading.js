/** The head of a screen about a place. */
import { useTexts } from "../core/languages.js";
import { html, useState } from "../core/view.js";
import { Icon } from "./icon.js";
import { laterSheet } from "./later-sheet.js";

/** @typedef {import("../core/position.js").Chosen} Chosen */

/** The picker, which few visits need. */
export const PlacePicker = laterSheet(async () => (await import("./place-picker.js")).PlacePicker);

/**
 * The head of a screen about a place: its name is a button that opens the picker.
 * @param {{ name: string, onChoose: (place: Chosen) => void, onPosition: () => void }} props
 */
export function PlaceHeading({ name, onChoose, onPosition }) {
  const [isOpen, setIsOpen] = useState(false);
  const text = useTexts("places");
  const close = () => setIsOpen(false);
  return html`<h1 tabindex="-1"><button type="button" class="picker" aria-haspopup="dialog" onClick=${() =>
    setIsOpen(true)}>
      <span>${name}</span><${Icon} name="down" /><span class="for-readers">: ${text.choose}</span></button></h1>
    ${
    isOpen && html`
      <${PlacePicker} onClose=${close}
        onChoose=${(/** @type {Chosen} */ place) => {
          close();
          onChoose(place);
        }} onPosition=${() => {
          close();
          onPosition();
        }} />
    `
  }`;
}
