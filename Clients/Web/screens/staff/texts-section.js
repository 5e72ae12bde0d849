/** The park's name, address and rules in three languages, its location and time zone. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Field } from "../../parts/fields.js";
import { WrittenFields } from "./written-fields.js";

/** @param {import("./configuration.js").Part} props */
export function TextsSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  return html`
    ${/** @type {const} */ (["name", "address", "rules"]).map((name) =>
      html`
        <${WrittenFields} label=${text.texts[name]} value=${form[name]} place=${name} isLong=${name === "rules"}
          faultAt=${faultAt} onInput=${(/** @type {any} */ value) => change({ [name]: value })} />
      `
    )}
    <div class="triple">
      <${Field} label=${text.latitude} value=${form.latitude} inputmode="decimal" fault=${faultAt("location/latitude")}
        onInput=${(/** @type {string} */ latitude) => change({ latitude })} />
      <${Field} label=${text.longitude} value=${form.longitude} inputmode="decimal"
        fault=${faultAt("location/longitude")} onInput=${(/** @type {string} */ longitude) => change({ longitude })} />
      <${Field} label=${text.timeZone} value=${form.timeZone} fault=${faultAt("timeZone")} maxlength=${64}
        onInput=${(/** @type {string} */ timeZone) => change({ timeZone })} />
    </div>
  `;
}
