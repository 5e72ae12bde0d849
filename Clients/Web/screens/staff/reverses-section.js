/** The reverses: names, descriptions, and whether they can be booked. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Field, Tick } from "../../parts/fields.js";
import { Icon } from "../../parts/icon.js";
import { written } from "./park-form.js";
import { WrittenFields } from "./written-fields.js";

/** @typedef {import("./park-form.js").ReverseForm} Reverse */

/** @param {import("./configuration.js").Part} props */
export function ReversesSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  const { reverses } = form;
  /** @param {number} index @param {Partial<Reverse>} edit */
  const edit = (index, edit) =>
    change(({ reverses }) => ({
      reverses: reverses.map((one, at) => (at === index ? { ...one, ...edit } : one)),
    }));
  const added = { id: "", isNew: true, name: written(), text: written(), isBookable: false };
  return html`
    ${faultAt("reverses") && html`<p class="note danger">${faultAt("reverses")}</p>`}
    ${reverses.map((one, index) =>
      html`
        <fieldset class="panel settings-card">
          <legend class="for-readers">${one.name.en || one.id}</legend>
          <div class="settings-card-head"><strong>${one.name.en || text.newReverse}</strong>
                  ${one.isNew && html`<${Button} kind="bare" onClick=${() =>
                    change({ reverses: reverses.filter((_, at) => at !== index) })}>${text.remove}<//>`}</div>
          <${Field} label=${text.id} value=${one.id} note=${one.isNew ? text.idNote : undefined} isDisabled=${!one
            .isNew}
            maxlength=${32} fault=${faultAt(`reverses/${index}/id`)}
            onInput=${(/** @type {string} */ id) => edit(index, { id })} />
          <${Tick} isChecked=${one.isBookable} onChange=${(/** @type {boolean} */ isBookable) =>
            edit(index, { isBookable })}>${text.isBookable}<//>
                <${WrittenFields} label=${text.name} value=${one
                  .name} place=${`reverses/${index}/name`} faultAt=${faultAt}
                  onInput=${(/** @type {any} */ name) => edit(index, { name })} />
                <${WrittenFields} label=${text.description} value=${one.text} place=${`reverses/${index}/text`} isLong
                  faultAt=${faultAt} onInput=${(/** @type {any} */ next) => edit(index, { text: next })} /></fieldset>
      `
    )}
    <div>
      <${Button} kind="quiet small" onClick=${() => change({ reverses: [...reverses, added] })}>
      <${Icon} name="plus" size="small" />${text.addReverse}<//></div>
  `;
}
