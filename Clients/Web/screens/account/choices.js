/** The choices of this device: language, theme and units. */
import { html } from "../../core/view.js";
import { language, useTexts } from "../../core/languages.js";
import { hasRole, useAccount } from "../../core/session.js";
import { changeSettings, useSettings } from "../../core/settings.js";
import { useValue } from "../../core/value.js";
import { SectionHead } from "../../parts/head.js";
import { Options } from "../../parts/options.js";

export function Choices() {
  const text = useTexts("account");
  const settings = useSettings();
  const current = useValue(language);
  const isStaff = hasRole(useAccount(), "park.staff");
  return html`
    <${SectionHead} title=${text.language} />
    <${Options} class="roomy" label=${text.language} value=${current} options=${[
      { value: "be", name: text.languages.be },
      { value: "ru", name: text.languages.ru },
      { value: "en", name: text.languages.en },
    ]} onChange=${(/** @type {any} */ value) => changeSettings({ language: value })} />
    <${SectionHead} title=${text.theme} />
    <${Options} class="roomy" label=${text.theme} value=${settings.theme ?? "system"} options=${[
      { value: "system", name: text.themes.system },
      { value: "light", name: text.themes.light },
      { value: "dark", name: text.themes.dark },
    ]} onChange=${(/** @type {any} */ value) => changeSettings({ theme: value === "system" ? undefined : value })} />
    <${SectionHead} title=${text.units} />
    <${Options} class="roomy" label=${text.units} value=${settings.units ?? "metric"} options=${[
      { value: "metric", name: text.unitNames.metric },
      { value: "imperial", name: text.unitNames.imperial },
    ]} onChange=${(/** @type {any} */ value) => changeSettings({ units: value === "metric" ? undefined : value })} />
    ${isStaff && html`
      <${SectionHead} title=${text.keys} />
      <${Options} class="roomy" label=${text.keys} value=${settings.hasNoKeys ? "off" : "on"} options=${[
        { value: "on", name: text.keysOn },
        { value: "off", name: text.keysOff },
      ]} onChange=${(/** @type {any} */ value) => changeSettings({ hasNoKeys: value === "off" || undefined })} />
    `}
  `;
}
