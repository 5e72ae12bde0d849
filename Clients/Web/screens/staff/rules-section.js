/** The rules of booking, as numbers. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Field } from "../../parts/fields.js";
import { numbers } from "./park-form.js";

/** @param {import("./configuration.js").Part} props */
export function RulesSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  return html`<div class="pair">${
    numbers.map((name) =>
      html`
        <${Field} label=${text.numbers[name].name} note=${text.numbers[name].note} value=${form.numbers[name]}
          inputmode="numeric" maxlength=${5} fault=${faultAt(name)}
          onInput=${(/** @type {string} */ value) =>
            change((form) => ({ numbers: { ...form.numbers, [name]: value } }))} />
      `
    )
  }</div>`;
}
