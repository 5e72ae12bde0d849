/** Opening hours by day of the week. */
import { html } from "../../core/view.js";
import { texts, useTexts } from "../../core/languages.js";
import { Field, Tick } from "../../parts/fields.js";
import { hoursIndex } from "./park-form.js";

/** @param {import("./configuration.js").Part} props */
export function HoursSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  const names = texts("core").dates.weekdays;
  /** @param {number} index @param {Partial<import("./park-form.js").DayForm>} edit */
  const edit = (index, edit) =>
    change(({ hours }) => ({ hours: hours.map((day, at) => (at === index ? { ...day, ...edit } : day)) }));
  return html`
    ${faultAt("hours") && html`<p class="note danger">${faultAt("hours")}</p>`}
    <div class="settings-rows">${form.hours.map((day, index) => {
      const place = `hours/${hoursIndex(form, index)}`;
      return html`
        <fieldset class="settings-day">
          <legend class="for-readers">${names[index]}</legend>
          <${Tick} isChecked=${day.isOpen} onChange=${(/** @type {boolean} */ isOpen) =>
            edit(index, { isOpen })}>${names[index]}<//>
                ${day.isOpen
                  ? html`
                    <${Field} label=${text.opens} value=${day.opens} maxlength=${5} fault=${faultAt(`${place}/opens`)}
                      onInput=${(/** @type {string} */ opens) => edit(index, { opens })} />
                    <${Field} label=${text.closes} value=${day.closes} maxlength=${5} fault=${faultAt(
                      `${place}/closes`,
                    )}
                      onInput=${(/** @type {string} */ closes) => edit(index, { closes })} />
                  `
                  : html`<p class="muted">${text.closed}</p>`}</fieldset>
      `;
    })}</div>
  `;
}
