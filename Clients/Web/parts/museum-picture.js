/** Pictures of museums: the photograph if it can be shown, or else a drawing of the museum's subject. */
import { sendSigned } from "../core/api.js";
import { PictureCache } from "../core/pictures.js";
import { onSignOut } from "../core/session.js";
import { html, useEffect, useRef, useState } from "../core/view.js";

/** @typedef {import("../contract/types.d.ts").Picture} Picture */

/** The drawings, which load after the screen. @type {typeof import("./placeholder.js") | undefined} */
let drawings;

/** Loads the drawings, if they are needed and not loaded. @param {boolean} isNeeded */
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
 * The path of a picture on this server. Pages load nothing from other hosts, so that no third party learns who views a
 * museum; such a picture is linked from its credit.
 * @param {Picture | undefined} picture @param {string} origin
 * @returns {string | undefined}
 */
export function pathOf(picture, origin) {
  if (!picture || !URL.canParse(picture.url, origin)) return undefined;
  const address = new URL(picture.url, origin);
  return address.origin === origin ? address.pathname + address.search : undefined;
}

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

/**
 * The blob address of a picture, while it is near the window and still cached.
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
    // If it does not load, the drawing stays.
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
 * A 3:2 picture, whose space is reserved before it loads. Far from the window it is an empty frame.
 * @param {{ museum: { id: string, category: string, picture?: Picture }, onShow?: (isPhotograph: boolean) => void }}
 *   props `onShow`: called when the photograph appears or disappears.
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
