/** The place around which museums are listed, and its picker. */
import { useAction } from "../../core/answer.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { settings } from "../../core/settings.js";
import { html, useState } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { PlacePicker } from "../../parts/place-heading.js";
import { writePoint } from "./query.js";

/** @param {{ search: import("./query.js").Search, here: import("../../core/position.js").Here | null }} props */
export function PlaceChip({ search, here }) {
  const text = useTexts("museums");
  const [isOpen, setIsOpen] = useState(false);
  const name = search.near
    ? search.place || text.chosenPlace
    : here
    ? (here.isDevice ? text.around : here.name)
    : text.choosePlace;
  const close = () => setIsOpen(false);
  const open = async () => {
    await loadTexts("places");
    setIsOpen(true);
  };
  const { run } = useAction(open);
  /** @param {import("../../parts/place-picker.js").Chosen} place */
  const choose = (place) => {
    close();
    changeQuery({ near: writePoint(place), place: place.name, bbox: null, order: null });
  };
  const usePosition = () => {
    close();
    const { position, place } = settings.current;
    // The place of the weather may differ; this one is the device's position.
    const near = place && position ? writePoint(position) : null;
    changeQuery({ near, place: near && text.around, bbox: null, order: null });
  };
  return html`<button type="button" class="chip place-chip" aria-haspopup="dialog" onClick=${run}>
      <${Icon} name="place" size="small" /><span data-may-cut title=${name}>${name}</span><${Icon} name="down" size="tiny" /></button>
    ${isOpen && html`<${PlacePicker} onChoose=${choose} onPosition=${usePosition} onClose=${close} />`}`;
}
