/** Address, coordinates, hours and site of a museum. */
import { loadTexts, useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { notify } from "../../parts/toast.js";
import { addressOf, coordinatesOf, siteOf } from "./links.js";

/** @typedef {import("../../contract/types.d.ts").MuseumsGetResult} Details */

/** The facts that a source states, which few museums have. */
const StatedFacts = later(async () => {
  const [module] = await Promise.all([import("./stated-facts.js"), loadTexts("museum-facts")]);
  return module.StatedFacts;
}, () => null);

/**
 * @param {{ museum: Details, lang?: string }} props `lang`: the language of the museum's texts, if it differs from
 *   the page's.
 */
export function Facts({ museum, lang }) {
  const text = useTexts("museums");
  const place = addressOf(museum);
  const coordinates = coordinatesOf(museum.location);
  const site = siteOf(museum.website);
  return html`
    <ul class="facts">
      <${Fact} icon="place"><span><span lang=${lang}>${place}</span>${museum.country && `, ${museum.country}`}</span>
          <${Copy} value=${place} label=${text.copyAddress} /><//>
        <${Fact} icon="locate"><span>${coordinates}</span><${Copy} value=${coordinates} label=${text
          .copyCoordinates} /><//>
        ${site && html`${!museum.hours && html`<${Fact} icon="clock"><span>${text.hours}</span><//>`}
    <${Fact} icon="globe"><a class="site" href=${site.href} target="_blank" rel="noreferrer">
      <span class="underlined">${site.name}</span><span class="for-readers">, ${text.newTab}</span>
      <${Icon} name="external" size="small" class="muted" /></a><//>`}</ul>
    ${isStated(museum) && html`<${StatedFacts} museum=${museum} />`}
  `;
}

/** @param {Details} museum */
const isStated = ({ hours, telephone, wheelchair, price, credit }) =>
  hours || telephone || wheelchair || price || credit;

/** @param {{ icon: string, children?: unknown }} props */
const Fact = ({ icon, children }) => html`<li><${Icon} name=${icon} class="muted" />${children}</li>`;

/** @param {{ value: string, label: string }} props */
function Copy({ value, label }) {
  const text = useTexts("museums");
  // Pages on insecure connections have no clipboard.
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => notify({ sentence: text.copied }),
      () => notify({ sentence: text.notCopied }),
    );
  return html`<${IconButton} class="edge-end" icon="copy" label=${label} onClick=${copy} />`;
}
