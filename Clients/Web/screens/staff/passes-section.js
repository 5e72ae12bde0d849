/** The passes that are for sale. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Field, Tick } from "../../parts/fields.js";
import { Icon } from "../../parts/icon.js";
import { written } from "./park-form.js";
import { WrittenFields } from "./written-fields.js";

/** @typedef {import("./park-form.js").ProductForm} Product */

/** @param {import("./configuration.js").Part} props */
export function PassesSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  const { products } = form;
  /** @param {number} index @param {Partial<Product>} edit */
  const edit = (index, edit) =>
    change(({ products }) => ({
      products: products.map((one, at) => (at === index ? { ...one, ...edit } : one)),
    }));
  const added = { id: "", isNew: true, name: written(), sets: "5", price: "", validDays: "60", isSold: false };
  return html`
    ${faultAt("products") && html`<p class="note danger">${faultAt("products")}</p>`}
    ${products.map((one, index) => {
      const place = `products/${index}`;
      return html`
        <fieldset class="panel settings-card">
          <legend class="for-readers">${one.name.en || one.id}</legend>
          <div class="settings-card-head"><strong>${one.name.en || text.newPass}</strong>
                  ${one.isNew &&
                    html`<${Button} kind="bare" onClick=${() =>
                      change({ products: products.filter((_, at) => at !== index) })}>${text.remove}<//>`}</div>
          <${Tick} isChecked=${one.isSold} onChange=${(/** @type {boolean} */ isSold) => edit(index, { isSold })}>${text
            .isSold}<//>
                <${Field} label=${text.id} value=${one.id} note=${one.isNew ? text.idNote : undefined} isDisabled=${!one
                  .isNew}
                  maxlength=${32} fault=${faultAt(`${place}/id`)} onInput=${(/** @type {string} */ id) =>
                    edit(index, { id })} />
                <div class="triple">
                  <${Field} label=${text.passSets} value=${one.sets} inputmode="numeric" fault=${faultAt(
                    `${place}/sets`,
                  )}
                    onInput=${(/** @type {string} */ sets) => edit(index, { sets })} />
                  <${Field} label=${text.price} value=${one.price} inputmode="decimal" fault=${faultAt(
                    `${place}/price/amount`,
                  )}
                    onInput=${(/** @type {string} */ price) => edit(index, { price })} />
                  <${Field} label=${text.validDays} value=${one.validDays} inputmode="numeric"
                    fault=${faultAt(`${place}/validDays`)}
                    onInput=${(/** @type {string} */ validDays) => edit(index, { validDays })} />
                </div>
                <${WrittenFields} label=${text.name} value=${one.name} place=${`${place}/name`} faultAt=${faultAt}
                  onInput=${(/** @type {any} */ name) => edit(index, { name })} /></fieldset>
      `;
    })}
    <div>
      <${Button} kind="quiet small" onClick=${() => change({ products: [...products, added] })}>
      <${Icon} name="plus" size="small" />${text.addPass}<//></div>
  `;
}
