/** One text in three languages. */
import { html } from "../../core/view.js";
import { languages, useTexts } from "../../core/languages.js";
import { Area, Field } from "../../parts/fields.js";

/** @typedef {import("./park-form.js").Written} Written */

/**
 * @param {{ label: string, value: Written, onInput: (value: Written) => void, place: string,
 *   faultAt: (pointer: string) => string | undefined, isLong?: boolean }} props `place`: the pointer of the member.
 */
export function WrittenFields({ label, value, onInput, place, faultAt, isLong }) {
  const text = useTexts("configuration");
  return html`<div class="written">${
    languages.map((language) =>
      html`
        <${isLong ? Area : Field} label=${text.inLanguage(label, text.languages[language])} lang=${language} rows=${4}
          value=${value[language]} maxlength=${4000} fault=${faultAt(`${place}/${language}`)}
          onInput=${(/** @type {string} */ next) => onInput({ ...value, [language]: next })} />
      `
    )
  }</div>`;
}
