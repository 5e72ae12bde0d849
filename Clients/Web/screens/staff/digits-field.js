/** The field for the last digits of a telephone number, which the address keeps. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { useId } from "../../core/id.js";
import { Icon } from "../../parts/icon.js";
import { searchName } from "./board-keys.js";

/** Fewer would find too many customers; the service refuses them. */
export const leastDigits = 3;
const mostDigits = 15;

/** The digits of the address. @param {URLSearchParams} query */
export const digitsOf = (query) => (query.get("digits") ?? "").replaceAll(/\D/g, "");

/** @param {{ digits: string, hasShortcut?: boolean }} props `hasShortcut`: the key `/` leads here. */
export function DigitsField({ digits, hasShortcut }) {
  const text = useTexts("staff");
  const id = useId();
  /** @param {string} value */
  const change = (value) => changeQuery({ digits: value.replaceAll(/\D/g, "").slice(-mostDigits), open: null });
  return html`
    <div class="field board-search"><${Icon} name="search" size="small" />
      <label class="for-readers" for=${id}>${text.search}</label>
      <input id=${id} name=${searchName} type="search" inputmode="numeric" autocomplete="off" value=${digits}
        placeholder=${text.searchShort} aria-description=${text.searchNote}
        onInput=${(/** @type {any} */ event) => change(event.target.value)} />
      ${hasShortcut && !digits && html`<kbd aria-hidden="true">/</kbd>`}</div>
  `;
}
