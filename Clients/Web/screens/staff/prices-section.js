/** The usual price of a set, and other prices at certain times. */
import { html } from "../../core/view.js";
import { texts, useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Icon, IconButton } from "../../parts/icon.js";

/** @typedef {import("./park-form.js").BandForm} Band */

/** @param {import("./configuration.js").Part} props */
export function PricesSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  const bands = form.priceBands;
  /** @param {Band[]} priceBands */
  const set = (priceBands) => change({ priceBands });
  const added = { weekdays: [6, 7], from: "10:00", to: "21:00", price: form.setPrice };
  return html`
    <${Field} label=${text.setPrice} value=${form.setPrice} inputmode="decimal" fault=${faultAt("setPrice/amount")}
      onInput=${(/** @type {string} */ setPrice) => change({ setPrice })} />
    <h2 class="text-4">${text.bands}</h2>
    <p class="text-2 muted">${text.bandsNote}</p>
    ${faultAt("priceBands") && html`<p class="note danger">${faultAt("priceBands")}</p>`}
    ${bands.map((band, index) =>
      html`
        <${BandFields} band=${band} index=${index} faultAt=${faultAt}
          onChange=${(/** @type {Partial<Band>} */ edit) =>
            set(bands.map((one, at) => (at === index ? { ...one, ...edit } : one)))}
          onRemove=${() => set(bands.filter((_, at) => at !== index))}
          onRaise=${index > 0 ? () => set(bands.with(index, bands[index - 1]).with(index - 1, band)) : undefined} />
      `
    )}
    <div>
      <${Button} kind="quiet small" onClick=${() => set([...bands, added])}><${Icon} name="plus" size="small" />${text
        .addBand}<//></div>
  `;
}

/**
 * @param {{ band: Band, index: number, faultAt: (pointer: string) => string | undefined,
 *   onChange: (edit: Partial<Band>) => void, onRemove: () => void, onRaise?: () => void }} props
 */
function BandFields({ band, index, faultAt, onChange, onRemove, onRaise }) {
  const text = useTexts("configuration");
  const place = `priceBands/${index}`;
  const { shortWeekdays: names, weekdays } = texts("core").dates;
  /** @param {number} weekday */
  const toggle = (weekday) => {
    const { weekdays } = band;
    const next = weekdays.includes(weekday) ? weekdays.filter((one) => one !== weekday) : [...weekdays, weekday].sort();
    onChange({ weekdays: next });
  };
  return html`
    <fieldset class="panel settings-card"><legend class="for-readers">${text.band(index + 1)}</legend>
      <div class="settings-card-head"><strong>${text.band(index + 1)}</strong>
        ${onRaise && html`<${Button} kind="bare" onClick=${onRaise}>${text.raise}<//>`}
        <${IconButton} icon="close" label=${text.removeBand(index + 1)} onClick=${onRemove} /></div>
      <div class="options" role="group" aria-label=${text.weekdays}>${names.map((name, at) =>
        html`
          <button type="button" class="option" aria-pressed=${band.weekdays.includes(at + 1) ? "true" : "false"}
            aria-label=${weekdays[at]} onClick=${() => toggle(at + 1)}>${name}</button>
        `
      )}</div>
      ${faultAt(`${place}/weekdays`) && html`<p class="note danger">${faultAt(`${place}/weekdays`)}</p>`}
      <div class="triple">
        <${Field} label=${text.from} value=${band.from} maxlength=${5} fault=${faultAt(`${place}/from`)}
          onInput=${(/** @type {string} */ from) => onChange({ from })} />
        <${Field} label=${text.to} value=${band.to} maxlength=${5} fault=${faultAt(`${place}/to`)}
          onInput=${(/** @type {string} */ to) => onChange({ to })} />
        <${Field} label=${text.price} value=${band.price} inputmode="decimal" fault=${faultAt(`${place}/price/amount`)}
          onInput=${(/** @type {string} */ price) => onChange({ price })} />
      </div>
    </fieldset>
  `;
}
