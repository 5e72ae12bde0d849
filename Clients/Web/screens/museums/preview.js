/** A museum as people will see it, before its form is saved. */
import { language, loadTexts, useTexts } from "../../core/languages.js";
import { loadStyle } from "../../core/styles.js";
import { html, useEffect, useState } from "../../core/view.js";
import { later } from "../../parts/later.js";
import { Options } from "../../parts/options.js";
import { MuseumPicture } from "../../parts/museum-picture.js";
import { Sheet } from "../../parts/sheet.js";
import { editedLanguages } from "./editor-form.js";

/** @typedef {import("./editor-form.js").Form} Form */

/** Loaded apart, as on a museum's page: few museums have any. */
const WrittenFacts = later(async () => {
  const [module] = await Promise.all([import("./stated-facts.js"), loadTexts("museum-facts")]);
  return module.WrittenFacts;
}, () => null);

/** @param {{ form: Form, onClose: () => void }} props */
export function Preview({ form, onClose }) {
  const text = useTexts("museumEditing");
  const written = editedLanguages.filter((one) => form.texts[one].name.trim());
  const [shown, setShown] = useState(written.includes(language.current) ? language.current : written[0] ?? "en");
  useEffect(() => void loadStyle("museums"), []);
  const { name, city, address, description } = form.texts[shown];
  const title = name.trim() || text.noName;
  return html`
    <${Sheet} class="broad" title=${text.preview} onClose=${onClose}>
      ${written.length > 1 && html`
        <${Options} label=${text.language} value=${shown} onChange=${setShown}
          options=${written.map((value) => ({ value, name: text.languages[value] }))} />
      `}
      <article class="preview" lang=${shown}>
        <${MuseumPicture} museum=${{ id: form.id, name: title, category: form.category }} />
        <h3 class="text-5">${title}</h3>
        <p class="muted">${[address, city].map((one) => one.trim()).filter(Boolean).join(", ")}</p>
        ${description.trim() && html`<p class="quoted">${description.trim()}</p>`}
        ${form.website.trim() && html`<p class="value accent">${form.website.trim()}</p>`}
        <${WrittenFacts} facts=${form.facts} />
      </article>
    <//>
  `;
}
