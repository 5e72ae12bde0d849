/** Dates with other hours or prices, or on which the park or a reverse does not open. */
import { html } from "../../core/view.js";
import { addDays, today } from "../../core/dates.js";
import { language, useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Field, Tick } from "../../parts/fields.js";
import { Icon, IconButton } from "../../parts/icon.js";

/** @typedef {import("./park-form.js").SpecialForm} Special */

/** @param {import("./configuration.js").Part} props */
export function SpecialSection({ form, change, faultAt }) {
  const text = useTexts("configuration");
  const all = form.specialDays;
  /** @param {Special[]} specialDays */
  const set = (specialDays) => change({ specialDays });
  const tomorrow = addDays(today(form.timeZone), 1);
  const added = {
    ...{ from: tomorrow, to: tomorrow, isClosed: false, opens: "", closes: "", price: "" },
    closedReverses: /** @type {string[]} */ ([]),
  };
  return html`
    <p class="text-2 muted">${text.special.note}</p>
    ${faultAt("specialDays") && html`<p class="note danger">${faultAt("specialDays")}</p>`}
    ${all.map((one, index) =>
      html`
        <${SpecialFields} special=${one} index=${index} form=${form} faultAt=${faultAt}
          onChange=${(/** @type {Partial<Special>} */ edit) =>
            set(all.map((other, at) => (at === index ? { ...other, ...edit } : other)))}
          onRemove=${() => set(all.filter((_, at) => at !== index))}
          onRaise=${index > 0 ? () => set(all.with(index, all[index - 1]).with(index - 1, one)) : undefined} />
      `
    )}
    <div>
      <${Button} kind="quiet small" onClick=${() => set([...all, added])}><${Icon} name="plus" size="small" />${text
        .special.add}<//></div>
  `;
}

/**
 * @param {{ special: Special, index: number, form: import("./park-form.js").Form,
 *   faultAt: (pointer: string) => string | undefined, onChange: (edit: Partial<Special>) => void,
 *   onRemove: () => void, onRaise?: () => void }} props
 */
function SpecialFields({ special, index, form, faultAt, onChange, onRemove, onRaise }) {
  const text = useTexts("configuration");
  const place = `specialDays/${index}`;
  const name = text.special.name(index + 1);
  /** @param {string} id @param {boolean} isOpen */
  const open = (id, isOpen) => {
    const others = special.closedReverses.filter((one) => one !== id);
    onChange({ closedReverses: isOpen ? others : [...others, id] });
  };
  return html`
    <fieldset class="panel settings-card">
      <legend class="for-readers">${name}</legend>
      <div class="settings-card-head"><strong>${name}</strong>
        ${onRaise && html`<${Button} kind="bare" onClick=${onRaise}>${text.raise}<//>`}
        <${IconButton} icon="close" label=${text.special.remove(index + 1)} onClick=${onRemove} /></div>
      <div class="triple">
        <${Field} label=${text.from} type="date" value=${special.from} fault=${faultAt(`${place}/from`)}
          onInput=${(/** @type {string} */ from) => onChange({ from, to: special.to < from ? from : special.to })} />
        <${Field} label=${text.special.to} type="date" value=${special.to} fault=${faultAt(`${place}/to`)}
          onInput=${(/** @type {string} */ to) => onChange({ to })} />
      </div>
      <${Tick} isChecked=${special.isClosed} onChange=${(/** @type {boolean} */ isClosed) =>
        onChange({ isClosed })}>${text.special.closed}<//>
      ${!special.isClosed && html`
        <div class="triple">
          <${Field} label=${text.opens} value=${special.opens} maxlength=${5} placeholder=${text.special.usual}
            fault=${faultAt(`${place}/opens`)} onInput=${(/** @type {string} */ opens) => onChange({ opens })} />
          <${Field} label=${text.closes} value=${special.closes} maxlength=${5} placeholder=${text.special.usual}
            fault=${faultAt(`${place}/closes`)} onInput=${(/** @type {string} */ closes) => onChange({ closes })} />
          <${Field} label=${text.price} value=${special.price} inputmode="decimal" placeholder=${text.special.usual}
            fault=${faultAt(`${place}/setPrice/amount`)}
            onInput=${(/** @type {string} */ price) => onChange({ price })} />
        </div>
        <div role="group" aria-label=${text.special.reverses}>${form.reverses.map(({ id, name }) =>
          html`
            <${Tick} isChecked=${!special.closedReverses.includes(id)}
              onChange=${(/** @type {boolean} */ isOpen) => open(id, isOpen)}>${text.special.opensOn(
                name[language.current] || name.en,
              )}<//>
          `
        )}</div>
        ${faultAt(`${place}/closedReverses`) &&
          html`<p class="note danger">${faultAt(`${place}/closedReverses`)}</p>`}
      `}
    </fieldset>
  `;
}
