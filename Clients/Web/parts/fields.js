/** Form fields, with their labels, notes and errors. */
import { html } from "../core/view.js";
import { useId } from "../core/id.js";

/**
 * A field with its label above, and a note or its error below.
 * @param {{ label: string, value: string, onInput: (value: string) => void, type?: string, fault?: string, note?:
 *   string, name?: string, autocomplete?: string, inputmode?: string, isRequired?: boolean, maxlength?: number, min?:
 *   string, max?: string, step?: string, placeholder?: string, isDisabled?: boolean, lang?: string, hasFocus?: boolean
 *   }} props
 */
export function Field(props) {
  const id = useId();
  const { label, fault, note } = props;
  return html`<div class=${`labelled ${fault ? "bad" : ""}`}>
    <label for=${id}>${label}</label>
    <div class="field"><input id=${id} name=${props.name} type=${props.type ?? "text"} value=${props.value}
      autocomplete=${props.autocomplete} inputmode=${props.inputmode} required=${props.isRequired}
      maxlength=${props.maxlength} min=${props.min} max=${props.max} step=${props.step} lang=${props.lang} placeholder=${props.placeholder}
      autofocus=${props.hasFocus}
      disabled=${props.isDisabled} aria-invalid=${fault ? "true" : undefined}
      aria-describedby=${fault || note ? `${id}-note` : undefined}
      onInput=${(/** @type {any} */ event) => props.onInput(event.target.value)} /></div>
    ${(fault || note) && html`<p id=${`${id}-note`} class=${fault ? "note danger" : "note muted"}>${fault ?? note}</p>`}
  </div>`;
}

/**
 * A multi-line field.
 * @param {{ label: string, value: string, onInput: (value: string) => void, fault?: string, note?: string, maxlength?:
 *   number, isRequired?: boolean, rows?: number, lang?: string, hasFocus?: boolean }} props `hasFocus`: has the focus
 *   when its sheet opens.
 */
export function Area(props) {
  const id = useId();
  const { label, fault, note } = props;
  return html`<div class=${`labelled ${fault ? "bad" : ""}`}>
    <label for=${id}>${label}</label>
    <div class="field area"><textarea id=${id} rows=${props.rows ?? 3} value=${props.value} lang=${props.lang}
      maxlength=${props.maxlength} required=${props.isRequired} autofocus=${props.hasFocus}
      aria-invalid=${fault ? "true" : undefined} aria-describedby=${fault || note ? `${id}-note` : undefined}
      onInput=${(/** @type {any} */ event) => props.onInput(event.target.value)}></textarea></div>
    ${(fault || note) && html`<p id=${`${id}-note`} class=${fault ? "note danger" : "note muted"}>${fault ?? note}</p>`}
  </div>`;
}

/**
 * A drop-down list.
 * @param {{ label: string, value: string, options: { value: string, name: string, isDisabled?: boolean }[],
 *   onChange: (value: string) => void, fault?: string, note?: string }} props
 */
export function Select({ label, value, options, onChange, fault, note }) {
  const id = useId();
  return html`<div class=${`labelled ${fault ? "bad" : ""}`}>
    <label for=${id}>${label}</label>
    <div class="field"><select id=${id} value=${value} aria-invalid=${fault ? "true" : undefined}
      aria-describedby=${fault || note ? `${id}-note` : undefined}
      onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>${
    options.map((option) =>
      html`<option value=${option.value} selected=${
        option.value === value
      } disabled=${option.isDisabled}>${option.name}</option>`
    )
  }</select></div>
    ${(fault || note) && html`<p id=${`${id}-note`} class=${fault ? "note danger" : "note muted"}>${fault ?? note}</p>`}
  </div>`;
}

/**
 * A checkbox with its sentence.
 * @param {{ isChecked: boolean, onChange: (isChecked: boolean) => void, fault?: string, children?: unknown }} props
 */
export function Tick({ isChecked, onChange, fault, children }) {
  const id = useId();
  return html`<div class=${`tick ${fault ? "bad" : ""}`}>
    <input id=${id} type="checkbox" checked=${isChecked} aria-invalid=${fault ? "true" : undefined}
      aria-describedby=${fault ? `${id}-note` : undefined}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
    <label for=${id}>${children}</label>
    ${fault && html`<p id=${`${id}-note`} class="note danger">${fault}</p>`}
  </div>`;
}
