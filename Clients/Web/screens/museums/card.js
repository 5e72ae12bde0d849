/** A museum in the list: picture, name, distance and place. */
import "../../contract/museum-methods.js";
import { useAnswer } from "../../core/answer.js";
import { language, useTexts } from "../../core/languages.js";
import { distance } from "../../core/position.js";
import { html, useEffect, useRef } from "../../core/view.js";
import { MuseumPicture } from "../../parts/museum-picture.js";
import { ofLanguage, wayText } from "./words.js";

/**
 * @typedef {import("../../contract/types.d.ts").MuseumsCard} Museum
 * @typedef {import("../../core/position.js").Point} Point
 */

/**
 * @param {{ museum: Museum, here: Point | null, isChosen?: boolean, onLift?: (id: string) => void }} props `onLift`:
 *   called with the museum's id when it gets the pointer or the focus, and without one when it loses them.
 */
export function Card({ museum, here, isChosen, onLift }) {
  const text = useTexts("museums");
  /** @type {import("../../core/view.js").Ref<HTMLElement | null>} */
  const item = useRef(null);
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const isOther = museum.language !== language.current;
  const lift = () => onLift?.(museum.id);
  const lower = () => onLift?.("");
  const way = wayText(museum.distance ?? (here ? distance(here, museum.location) : undefined));
  const about = [
    way,
    museum.city,
    museum.categoryName,
    isOther && ofLanguage(text.inLanguage, museum.language),
  ];
  return html`<li ref=${item} class=${isChosen ? "chosen" : undefined}>
    <a href=${`/museums/${
    encodeURIComponent(museum.id)
  }`} onPointerEnter=${lift} onPointerLeave=${lower} onFocus=${lift}
      onBlur=${lower}><${MuseumPicture} museum=${museum} />
      <span class="about"><h2 data-may-cut title=${museum.name} lang=${
    isOther ? museum.language : undefined
  }><${Marked} text=${museum.name}
          parts=${museum.nameMatches} /></h2>
        <span class="text-2 muted">${about.filter(Boolean).join(" · ")}</span>
      </span></a></li>`;
}

/**
 * A text with the parts that a search found.
 * @param {{ text: string, parts?: readonly { start: number, length: number }[] }} props
 */
function Marked({ text, parts = [] }) {
  const endOf = (/** @type {number} */ index) => parts[index] ? parts[index].start + parts[index].length : 0;
  return html`${
    parts.map(({ start }, index) =>
      html`${text.slice(endOf(index - 1), start)}<mark>${text.slice(start, endOf(index))}</mark>`
    )
  }${text.slice(endOf(parts.length - 1))}`;
}

/** The chosen museum if the list does not contain it. @param {{ id: string, here: Point | null }} props */
export function ChosenCard({ id, here }) {
  const { value } = useAnswer("museums.get", { id });
  return value ? html`<${Card} museum=${value} here=${here} isChosen=${true} />` : null;
}
