/** The map beside the list, or above its sheet. */
import "../../contract/museum-methods.js";
import { useAnswer } from "../../core/answer.js";
import { language, useTexts } from "../../core/languages.js";
import { html, useEffect, useRef, useState } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { loadMap } from "./map-parts.js";
import { aimOf, mapParams, writeBounds } from "./query.js";

/**
 * @typedef {import("./query.js").Search} Search
 * @typedef {import("./query.js").Point} Point
 * @typedef {import("../../map/map.js").MuseumMap} MuseumMap
 * @typedef {ReturnType<MuseumMap["view"]>} View
 * @typedef {import("../../contract/types.d.ts").MuseumsCard} Card
 */

/** The country with most museums, shown to people without a known position. */
const belarus = /** @type {const} */ ([23.2, 51.2, 32.8, 56.2]);
const zoomAround = 13;
const zoomOnMuseum = 15;
/** The time in milliseconds for which the view must rest before its museums are loaded. */
const pause = 150;

/**
 * @param {{ search: Search, here: Point | null, items: Card[], lifted: string, origin: Point | null, onChoose: (id:
 *   string) => void, onArea: (bbox: string) => void, onLocate: () => void, children?: unknown }} props `origin`: the
 *   origin of the distances. `items`: the list, whose museums are shown until the map's own answer arrives.
 */
export function MapPane(props) {
  const { search, origin, items, lifted, onArea } = props;
  const text = useTexts("museums");
  const core = useTexts("core");
  const { element, map, view, shownFor, isMoved, setIsMoved, hasFailed, loadAgain } = useMapView(props);
  const pins = useAnswer("museums.map", view ? mapParams(search, view, props.here) : null, { isKept: false });
  const shown = lifted || search.museum;
  useEffect(() => {
    if (pins.value) map?.setMarkers(withShown(pins.value.points, items, shown), pins.value.clusters);
    else if (pins.problem) map?.setMarkers(items, []);
    map?.choose(shown);
  }, [map, pins.value, pins.problem, items.length, shown]);
  useEffect(() => map?.locate(origin), [map, origin?.latitude, origin?.longitude]);
  useFit(map, shownFor, props);

  const searchArea = () => {
    if (!view) return;
    setIsMoved(false);
    onArea(writeBounds(view.bbox));
  };
  return html`<div class="map-pane">
    <div class="map" data-may-cut ref=${element} role="region" aria-label=${text.map}></div>
    ${props.children}
    ${
    isMoved && html`<button type="button" class="button small area" onClick=${searchArea}>
      <${Icon} name="refresh" size="small" />${text.searchArea}</button>`
  }
    ${
    hasFailed && html`<p class="map-failed" role="alert">${text.mapFailed}
      <button type="button" class="button bare small" onClick=${loadAgain}>${core.failed.again}</button></p>`
  }
  </div>`;
}

/**
 * The pins, with that of the shown museum, which may otherwise be in a cluster.
 * @param {import("../../contract/types.d.ts").MuseumsMapPoint[]} points @param {Card[]} items @param {string} id
 */
function withShown(points, items, id) {
  const shown = points.some((point) => point.id === id) ? undefined : items.find((item) => item.id === id);
  return shown ? [...points, shown] : points;
}

/** @param {Parameters<typeof MapPane>[0]} props */
function useMapView(props) {
  /** @type {import("../../core/view.js").Ref<HTMLElement | null>} */
  const element = useRef(null);
  const [map, setMap] = useState(/** @type {MuseumMap | null} */ (null));
  const [view, setView] = useState(/** @type {View | null} */ (null));
  const [isMoved, setIsMoved] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  /** What the map shows, by `aimOf`. */
  const shownFor = useRef("");
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const place = element.current;
    if (!place) return;
    let isOver = false;
    let isByPerson = false;
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    /** @type {MuseumMap | undefined} */
    let made;
    const touch = () => {
      isByPerson = true;
    };
    const touches = /** @type {const} */ (["pointerdown", "wheel", "keydown"]);
    const observer = new ResizeObserver(() => made?.resize());
    loadMap().then((create) => {
      if (isOver) return;
      const aim = aimOf(latest.current);
      const zoom = latest.current.search.museum ? zoomOnMuseum : zoomAround;
      shownFor.current = aim.name;
      made = create(place, {
        start: aim.centre ? { centre: aim.centre, zoom } : { bbox: aim.bbox ?? belarus },
        language: language.current,
        onChoose: (id) => latest.current.onChoose(id),
        onPile: (bbox) => latest.current.onArea(writeBounds(bbox)),
        onLocate: () => latest.current.onLocate(),
        onMove: (next) => {
          clearTimeout(timer);
          timer = setTimeout(() => setView(next), pause);
          if (isByPerson) setIsMoved(true);
        },
      });
      for (const name of touches) place.addEventListener(name, touch, { passive: true });
      observer.observe(place);
      setMap(made);
      setView(made.view());
    }, () => !isOver && setHasFailed(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
      for (const name of touches) place.removeEventListener(name, touch);
      made?.destroy();
      setMap(null);
    };
  }, [attempt, language.current]);
  const loadAgain = () => {
    setHasFailed(false);
    setAttempt((count) => count + 1);
  };
  return { element, map, view, shownFor, isMoved, setIsMoved, hasFailed, loadAgain };
}

/**
 * Moves the map to the target of the search when it changes.
 * @param {MuseumMap | null} map
 * @param {{ current: string }} shownFor
 * @param {{ search: Search, here: Point | null, items: Card[] }} props
 */
function useFit(map, shownFor, props) {
  const aim = aimOf(props);
  useEffect(() => {
    if (!map || aim.name === shownFor.current) return;
    shownFor.current = aim.name;
    if (aim.centre) map.show(aim.centre, Math.max(zoomAround, map.view().zoom));
    // The area of the view itself is there already.
    else if (aim.bbox && aim.name !== writeBounds(map.view().bbox)) map.fit(aim.bbox);
  }, [map, aim.name]);
}
