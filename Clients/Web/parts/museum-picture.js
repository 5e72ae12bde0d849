/** Pictures of museums: the photograph if it can be shown, or else a drawing of the museum's subject. */
import { Places } from "../core/places.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/view.js";
import { later } from "./later.js";
import { ownPicture } from "./own-picture.js";

/** @typedef {import("../contract/types.d.ts").Picture} Picture */

/** The drawing of a subject, which loads after the screen. */
const Placeholder = later(async () => (await import("./placeholder.js")).Placeholder, () => null);

/** The photographs that may be in memory at once, however many frames are near the window. */
const places = new Places(20);

/** The distance outside the window, as a share of its height, within which pictures are loaded. */
const margin = "25%";

/** @type {Map<Element, (isNear: boolean) => void>} */
const watched = new Map();
/** @type {IntersectionObserver | undefined} */
let observer;

/** @param {Element} element @param {(isNear: boolean) => void} onChange */
function watch(element, onChange) {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  }, { rootMargin: `${margin} 0px` });
  watched.set(element, onChange);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/** True while one of the photographs' places is taken. @param {boolean} isWanted */
function usePlace(isWanted) {
  const [isTaken, setIsTaken] = useState(false);
  // Before the frame is drawn: on slow phones the picture is requested a tenth of a second earlier.
  useLayoutEffect(() => {
    if (!isWanted) return;
    const leave = places.take(() => setIsTaken(true));
    return () => {
      setIsTaken(false);
      leave();
    };
  }, [isWanted]);
  return isTaken;
}

/**
 * A 3:2 picture, whose space is reserved before it loads; until then, and if it does not load, it is a drawing. Far from
 * the window it is an empty frame.
 * @param {{ museum: { id: string, category: string, picture?: Picture }, sizes?: string, isFirst?: boolean,
 *   onShow?: (isPhotograph: boolean) => void }} props `sizes`: the width of the frame, as an image's `sizes`.
 *   `isFirst`: the screen begins with this picture. `onShow`: called when the photograph appears or disappears.
 */
export function MuseumPicture({ museum, sizes = "(min-width: 56rem) 15rem, 45vw", isFirst = false, onShow }) {
  /** @type {import("../core/view.js").Ref<HTMLElement | null>} */
  const frame = useRef(null);
  const [isNear, setIsNear] = useState(isFirst);
  /** The path of the photograph that is loaded, and of one that cannot be. */
  const [loaded, setLoaded] = useState("");
  const [broken, setBroken] = useState("");
  useEffect(() => (frame.current ? watch(frame.current, setIsNear) : undefined), []);
  const picture = ownPicture(museum.picture, location.origin);
  const isOpen = usePlace(isNear && picture !== undefined && picture.path !== broken);
  const isShown = isOpen && loaded === picture?.path;
  useEffect(() => {
    if (!isOpen) setLoaded("");
  }, [isOpen]);
  useEffect(() => onShow?.(isShown), [isShown]);
  return html`<span class="museum-picture" ref=${frame}>${
    isNear && !isShown && html`<${Placeholder} category=${museum.category} id=${museum.id} />`
  }${
    isOpen && picture && html`<picture key=${picture.path}>
      ${picture.webp && html`<source type="image/webp" srcset=${picture.webp} sizes=${sizes} />`}
      <img class="picture" src=${picture.path} srcset=${picture.jpeg} sizes=${sizes} alt=""
        loading=${isFirst ? "eager" : "lazy"} decoding="async" onLoad=${() => setLoaded(picture.path)} onError=${() =>
      setBroken(picture.path)} />
    </picture>`
  }</span>`;
}
