/** The museums around a museum. */
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { SectionHead } from "../../parts/head.js";
import { Card } from "./card.js";
import { writePoint } from "./query.js";

const most = 4;
/** The maximum distance, in metres, that counts as nearby. */
const farthest = 30_000;

/** @param {{ museum: import("../../contract/types.d.ts").MuseumsGetResult }} props */
export function Nearby({ museum }) {
  const text = useTexts("museums");
  const { latitude, longitude } = museum.location;
  const { value } = useAnswer("museums.search", { near: { latitude, longitude }, limit: most + 1 });
  const others = value?.items.filter(({ id, distance = 0 }) => id !== museum.id && distance < farthest).slice(0, most);
  if (!others?.length) return null;
  return html`
    <section class="nearby">
      <${SectionHead} title=${text.nearby} more=${text.allNearby}
        href=${`/museums?${new URLSearchParams({ near: writePoint(museum.location), place: museum.name })}`} />
      <ul class="cards">${others.map((one) => html`<${Card} key=${one.id} museum=${one} here=${null} />`)}</ul>
    </section>
  `;
}
