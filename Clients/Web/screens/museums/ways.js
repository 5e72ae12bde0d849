/** How to get there: by the device's map program, or on the map here. */
import { useTexts } from "../../core/languages.js";
import { hasMapProgram, routeOf } from "../../core/map-program.js";
import { useMedia } from "../../core/media.js";
import { html } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { writePoint } from "./query.js";
import { distanceText, walkMinutes } from "./words.js";

/** @typedef {import("../../contract/types.d.ts").MuseumsGetResult} Details */

/** The address of the map centred on a museum. @param {Details} museum */
export const onMap = ({ id, location }) =>
  `/museums?${new URLSearchParams({ view: "map", near: writePoint(location), museum: id })}`;

/** @param {{ museum: Details, metres?: number }} props `metres`: the distance, if known. */
export function Ways({ museum, metres }) {
  const text = useTexts("museums");
  const hasProgram = hasMapProgram(useMedia("(pointer: coarse)"));
  const minutes = metres === undefined ? undefined : walkMinutes(metres);
  const far = metres === undefined ? undefined : distanceText(metres);
  const walk = minutes === undefined ? undefined : text.walk(minutes);
  return html`<div class="ways">
    ${
    hasProgram
      ? html`<a class="button main" href=${routeOf(museum.location, museum.name)} rel="noreferrer">
        <${Icon} name="route" size="small" />${walk ?? (far ? text.routeAway(far) : text.route)}</a>`
      : far && html`<p class="way"><${Icon} name="route" size="small" />${walk ?? text.away(far)}</p>`
  }
    <a class=${`button ${hasProgram ? "quiet" : "main"}`} href=${onMap(museum)}><${Icon} name="place" size="small" />
      ${text.onMap}</a>
  </div>`;
}
