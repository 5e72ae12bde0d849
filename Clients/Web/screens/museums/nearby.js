/** The museums around a museum, and those of its subject. */
import "../../contract/museum-methods.js";
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
  // A museum of various subjects has no similar ones.
  const category = museum.category === "general"
    ? undefined
    : /** @type {import("./query.js").Category} */ (museum.category);
  const alike = useAnswer(
    "museums.search",
    category ? { category, near: { latitude, longitude }, limit: 2 * most + 1 } : null,
  ).value?.items;
  const similar = alike?.filter(({ id }) => id !== museum.id && !others?.some((one) => one.id === id)).slice(0, most);
  const around = { near: writePoint(museum.location), place: museum.name };
  return html`
    <${Section} title=${text.nearby} museums=${others} query=${around} />
    <${Section} title=${text.similar} museums=${similar} query=${{ ...around, category: museum.category }} />
  `;
}

/**
 * @param {{ title: string, museums?: import("../../contract/types.d.ts").MuseumsCard[], query: Record<string, string> }}
 *   props `query`: the address of the whole list.
 */
function Section({ title, museums, query }) {
  const text = useTexts("museums");
  if (!museums?.length) return null;
  return html`
    <section class="nearby">
      <${SectionHead} title=${title} more=${text.allNearby} href=${`/museums?${new URLSearchParams(query)}`} />
      <ul class="cards">${museums.map((one) => html`<${Card} key=${one.id} museum=${one} here=${null} />`)}</ul>
    </section>
  `;
}
