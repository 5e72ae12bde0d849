/** A small map of a museum, which leads to the large one. */
import { language, useTexts } from "../../core/languages.js";
import { html, useEffect, useRef } from "../../core/view.js";
import { loadMap } from "./map-parts.js";
import { boundsOf } from "./query.js";
import { onMap } from "./ways.js";
import { distanceText, walkMinutes } from "./words.js";

/** The zoom far enough out to show the towns around a museum that is not near the person. */
const zoomFar = 9;
/** The share of the map that must be visible before it is loaded. */
const leastSeen = 0.3;

/**
 * @param {{ museum: import("../../contract/types.d.ts").MuseumsGetResult, metres?: number,
 *   here: import("../../core/position.js").Point | null }} props
 */
export function Where({ museum, here, metres }) {
  const text = useTexts("museums");
  /** @type {import("../../core/view.js").Ref<HTMLElement | null>} */
  const element = useRef(null);
  const { latitude, longitude } = museum.location;
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    /** @type {import("../../map/map.js").MuseumMap | undefined} */
    let map;
    let isOver = false;
    const load = async () => {
      const create = await loadMap();
      if (isOver) return;
      const isNear = here !== null && metres !== undefined && walkMinutes(metres) !== undefined;
      const bbox = isNear ? boundsOf([here, museum.location]) : undefined;
      const start = bbox ? { bbox } : { centre: museum.location, zoom: zoomFar };
      map = create(place, { start, language: language.current });
      map.setMarkers([museum], []);
      map.choose(museum.id);
      map.locate(here);
    };
    // The small map is loaded only once it is visible.
    const observer = new IntersectionObserver(([{ intersectionRatio }]) => {
      if (intersectionRatio < leastSeen) return;
      observer.disconnect();
      load().catch(() => {});
    }, { threshold: leastSeen });
    observer.observe(place);
    return () => {
      isOver = true;
      observer.disconnect();
      map?.destroy();
    };
  }, [latitude, longitude, here?.latitude, here?.longitude, language.current]);
  const label = metres === undefined ? text.onMap : text.whereAway(distanceText(metres));
  return html`<a class="where" href=${onMap(museum)} aria-label=${label}>
    <div class="map" data-may-cut ref=${element} inert aria-hidden="true"></div></a>`;
}
