/** The place of the weather and the news: the chosen one, or else the device's position, or else the last known one. */
import { changeSettings, settings, useSettings } from "./settings.js";
import { useValue, Value } from "./value.js";
import { useEffect } from "./view.js";

/**
 * @typedef {object} Point
 * @property {number} latitude
 * @property {number} longitude
 */
/**
 * The state is unknown until the browser has told whether it may be asked and, if so, where the device is.
 * @typedef {"unknown" | "unasked" | "asking" | "found" | "denied" | "failed"} PositionState
 * @typedef {Point & { id?: string, name: string }} Chosen
 * @typedef {Point & { id?: string, name?: string, isDevice: boolean }} Here
 */

/** The distance in metres within which two positions count as the same place, so that kept answers still apply. */
const sameWithin = 150;

/** @param {Point} from @param {Point} to The distance in metres. */
export function distance(from, to) {
  const radians = Math.PI / 180;
  const latitudes = (to.latitude - from.latitude) * radians;
  const longitudes = (to.longitude - from.longitude) * radians;
  const squared = Math.sin(latitudes / 2) ** 2 +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * Math.sin(longitudes / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(squared));
}

/** @param {number} degrees Rounded to about eleven metres. */
const rounded = (degrees) => Math.round(degrees * 10_000) / 10_000;

/**
 * The position to use: the known one if the device has hardly moved.
 * @param {Point | undefined} known @param {Point} found
 * @returns {Point}
 */
export const nextPosition = (known, found) =>
  known && distance(known, found) < sameWithin
    ? known
    : { latitude: rounded(found.latitude), longitude: rounded(found.longitude) };

/** @type {Value<PositionState>} */
export const positionState = new Value(/** @type {PositionState} */ ("unknown"));

/** Asks the device for its position; the browser may ask the person. @returns {Promise<boolean>} */
export function askPosition() {
  positionState.set("asking");
  return locate();
}

/** @returns {Promise<boolean>} */
function locate() {
  if (!navigator.geolocation) {
    positionState.set("failed");
    return Promise.resolve(false);
  }
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        changeSettings({ position: nextPosition(settings.current.position, coords) });
        positionState.set("found");
        resolve(true);
      },
      (error) => {
        positionState.set(error.code === error.PERMISSION_DENIED ? "denied" : "failed");
        resolve(false);
      },
      { maximumAge: 300_000, timeout: 15_000 },
    );
  });
}

/** Asks for the position only if the person has already allowed it: a page must not prompt unasked. */
async function askIfAllowed() {
  if (positionState.current !== "unknown") return;
  const permission = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null);
  if (positionState.current !== "unknown") return;
  if (permission?.state === "granted") await locate();
  else positionState.set("unasked");
}

/**
 * The place of the person, or null while it is unknown.
 * @returns {{ here: Here | null, state: PositionState }}
 */
export function useHere() {
  const { place, position } = useSettings();
  const state = useValue(positionState);
  useEffect(() => {
    if (!place) askIfAllowed();
  }, [place]);
  const here = place ? { ...place, isDevice: false } : position ? { ...position, isDevice: true } : null;
  return { here, state };
}

const mostRecent = 6;

/**
 * The recent places, with a chosen one moved to the front.
 * @param {Chosen[] | undefined} recent @param {Chosen} chosen
 * @returns {Chosen[]}
 */
export const withRecent = (recent, chosen) =>
  [chosen, ...(recent ?? []).filter((place) => place.id !== chosen.id || place.name !== chosen.name)]
    .slice(0, mostRecent);
