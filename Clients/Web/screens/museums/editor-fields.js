/** The fields of the editor's form. */
import "../../contract/museum-methods.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { html, useState } from "../../core/view.js";
import { Area, Field, Select } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { editedLanguages } from "./editor-form.js";

/**
 * @typedef {import("./editor-form.js").Form} Form
 * @typedef {import("./editor-form.js").Language} Language
 */

/**
 * @typedef {object} Part
 * @property {Form} form
 * @property {(change: import("../../core/drafts.js").Change<Form>) => void} change
 * @property {(pointer: string) => string | undefined} faultAt
 */

/** The texts of one language at a time. @param {Part} props */
export function TextFields({ form, change, faultAt }) {
  const text = useTexts("museumEditing");
  const [language, setLanguage] = useState(/** @type {Language} */ ("en"));
  const shown = form.texts[language];
  /** @param {keyof typeof shown} member */
  const field = (member) => ({
    label: text[member],
    value: shown[member],
    lang: language,
    fault: faultAt(`/translations/${language}/${member}`),
    onInput: (/** @type {string} */ value) =>
      change(({ texts }) => ({ texts: { ...texts, [language]: { ...texts[language], [member]: value } } })),
  });
  const options = editedLanguages.map((value) => ({ value, name: text.languages[value] }));
  const fault = faultAt("/translations");
  return html`
    <${Options} label=${text.language} value=${language} options=${options} onChange=${setLanguage} />
    ${fault && html`<p class="note danger">${fault}</p>`}
    <${Field} ...${field("name")} maxlength=${300} />
    <${Field} ...${field("city")} maxlength=${100} />
    <${Field} ...${field("address")} maxlength=${300} />
    <${Area} ...${field("description")} maxlength=${4000} rows=${5} />
  `;
}

/** What is the same in all languages. @param {Part} props */
export function PlaceFields({ form, change, faultAt }) {
  const text = useTexts("museumEditing");
  const subjects = useAnswer("museums.categories", {}).value?.items ?? [];
  const options = subjects.map(({ category, categoryName }) => ({ value: category, name: categoryName }));
  if (!options.some(({ value }) => value === form.category)) {
    options.push({ value: form.category, name: form.category });
  }
  const coordinates = faultAt("/location");
  /** @param {"countryCode" | "latitude" | "longitude" | "website" | "founded" | "aliases"} member @param {string} pointer */
  const field = (member, pointer) => ({
    label: text[member],
    value: form[member],
    fault: faultAt(pointer),
    onInput: (/** @type {string} */ value) => change({ [member]: value }),
  });
  return html`
    <${Select} label=${text.subject} value=${form.category} options=${options} fault=${faultAt("/category")}
      onChange=${(/** @type {string} */ category) => change({ category })} />
    <${Field} ...${field("countryCode", "/countryCode")} maxlength=${2} />
    <${Field} ...${field("latitude", "/location/latitude")} inputmode="decimal" fault=${faultAt("/location/latitude") ??
      coordinates} />
    <${Field} ...${field("longitude", "/location/longitude")} inputmode="decimal" />
    <${Field} ...${field("website", "/website")} inputmode="url" maxlength=${500} />
    <${Field} ...${field("founded", "/founded")} inputmode="numeric" />
    <${Area} ...${field("aliases", "/aliases")} note=${text.aliasesNote} />
  `;
}

/** The facts, which are no texts of a language. @param {Part} props */
export function FactFields({ form, change, faultAt }) {
  const text = useTexts("museumEditing");
  /** @param {import("./editor-form.js").FactName} name */
  const field = (name) => ({
    label: text[name],
    note: text.factNotes[name],
    value: form.facts[name],
    fault: faultAt(`/facts/${name}`),
    [name === "wheelchair" ? "onChange" : "onInput"]: (/** @type {string} */ value) =>
      change(({ facts }) => ({ facts: { ...facts, [name]: value } })),
  });
  const access = Object.entries(text.access).map(([value, name]) => ({ value, name }));
  return html`
    <${Area} ...${field("openingHours")} rows=${2} />
    <${Field} ...${field("telephone")} inputmode="tel" maxlength=${30} />
    <${Field} ...${field("price")} maxlength=${13} />
    <${Select} ...${field("wheelchair")} options=${access} />
    <${Field} ...${field("timeZone")} maxlength=${60} />
  `;
}
