/** Pictures of museums: the photograph where it can be shown, else the drawing of the museum's subject. */
import { sendSigned } from "../core/api.js";
import { PictureCache } from "../core/pictures.js";
import { onSignOut } from "../core/session.js";
import { html, useEffect, useRef, useState } from "../core/view.js";

/** @typedef {import("../contract/types.d.ts").Picture} Picture */

/** The drawings, which come after the screen: its rows stand without them. @type {typeof import("./placeholder.js") | undefined} */
let drawings;

/** Loads the drawings, if they are needed and not here. @param {boolean} isNeeded */
function useDrawings(isNeeded) {
  const [, renderAgain] = useState(false);
  useEffect(() => {
    if (!isNeeded || drawings) return;
    import("./placeholder.js").then((loaded) => {
      drawings = loaded;
      renderAgain(true);
    }, () => {});
  }, [isNeeded]);
  return drawings;
}

const pictures = new PictureCache({
  fetch: sendSigned,
  createURL: (blob) => URL.createObjectURL(blob),
  revokeURL: (url) => URL.revokeObjectURL(url),
});
onSignOut(() => pictures.clear());

/**
 * The path of a picture on this server. Pages load nothing from other hosts, so that nobody else learns who looks at a
 * museum; such a picture is reached by its credit's link.
 * @param {Picture | undefined} picture @param {string} origin
 * @returns {string | undefined}
 */
export function pathOf(picture, origin) {
  if (!picture || !URL.canParse(picture.url, origin)) return undefined;
  const address = new URL(picture.url, origin);
  return address.origin === origin ? address.pathname + address.search : undefined;
}

/** How far outside the window, as a share of its height, a picture is drawn. */
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

/**
 * The blob address of a picture while it is near the window and has not been dropped for others.
 * @param {string | undefined} path @param {boolean} isNear
 */
function useLoaded(path, isNear) {
  const [url, setURL] = useState("");
  useEffect(() => {
    if (!path || !isNear) return;
    let isOver = false;
    const show = (/** @type {string} */ loaded) => {
      if (!isOver) setURL(loaded);
    };
    const lease = pictures.acquire(path, () => show(""));
    // Where it does not load, the drawing stays.
    lease.url.then(show, () => {});
    return () => {
      isOver = true;
      setURL("");
      lease.release();
    };
  }, [path, isNear]);
  return url;
}

/**
 * A picture of 3:2, whose room is kept before it is there. Far from the window it is an empty frame.
 * @param {{ museum: { id: string, category: string, picture?: Picture }, onShow?: (isPhotograph: boolean) => void }} props
 *   `onShow`: called when it becomes, or ceases to be, the photograph.
 */
export function MuseumPicture({ museum, onShow }) {
  /** @type {import("../core/view.js").Ref<HTMLElement | null>} */
  const frame = useRef(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => (frame.current ? watch(frame.current, setIsNear) : undefined), []);
  const url = useLoaded(pathOf(museum.picture, location.origin), isNear);
  useEffect(() => onShow?.(url !== ""), [url]);
  const drawn = useDrawings(isNear && !url);
  return html`<span class="museum-picture" ref=${frame}>${
    url
      ? html`<img class="picture" src=${url} alt="" decoding="async" />`
      : isNear && drawn && html`<${drawn.Placeholder} category=${museum.category} id=${museum.id} />`
  }</span>`;
}
