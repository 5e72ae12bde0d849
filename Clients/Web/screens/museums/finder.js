/** The search: the field with its suggestions, and the subjects. */
import { language, useTexts } from "../../core/languages.js";
import { go } from "../../core/router.js";
import { html, useEffect, useRef, useState } from "../../core/view.js";
import { useId } from "../../core/id.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { nextOption, useSuggestions } from "./suggestions.js";

/** @typedef {import("./suggestions.js").Suggestion} Suggestion */

/** Stands for the last option, which searches the list. */
const all = "*";

/** @param {Suggestion} museum */
const addressOf = ({ id }) => `/museums/${encodeURIComponent(id)}`;

/**
 * The search field.
 * @param {{ words: string, onSearch: (words: string) => void, children?: unknown }} props `children`: buttons at the end
 *   of the field.
 */
export function Finder({ words, onSearch, children }) {
  const text = useTexts("museums");
  const id = useId();
  const [typed, setTyped] = useState(words);
  const [isOpen, setIsOpen] = useState(false);
  // By its id: a list that comes later may have it at another place, or not at all.
  const [active, setActive] = useState("");
  /** @type {import("../../core/view.js").Ref<HTMLInputElement | null>} */
  const field = useRef(null);
  const found = useSuggestions(isOpen ? typed : "");
  useEffect(() => setTyped(words), [words]);
  const { items } = found;
  const at = active === all ? items.length : items.findIndex(({ id }) => id === active);
  const isShown = isOpen && typed.trim() !== "" && found.words !== "";

  /** @param {string} next */
  const type = (next) => {
    setTyped(next);
    setIsOpen(true);
    setActive("");
    if (next === "") onSearch("");
  };
  const search = () => {
    setIsOpen(false);
    onSearch(typed.trim());
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key === "Escape" && isShown) {
      event.preventDefault();
      setIsOpen(false);
    } else if (isShown && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const next = nextOption(event.key, at, items.length + 1);
      setActive(next === items.length ? all : items[next]?.id ?? "");
    }
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (isShown && at >= 0 && at < items.length) go(addressOf(items[at]));
    else {
      search();
      // On a phone this hides the keyboard, so that the results are visible.
      field.current?.blur();
    }
  };
  /** @param {FocusEvent} event */
  const leave = (event) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node) || !(/** @type {Node} */ (event.currentTarget)).contains(next)) setIsOpen(false);
  };
  return html`
    <form class="finder" role="search" onSubmit=${submit} onFocusOut=${leave}>
      <label class="for-readers" for=${id}>${text.find}</label>
      <div class="field"><button class="find" aria-label=${text.find} title=${text.find}>
          <${Icon} name="search" size="small" /></button>
          <input id=${id} ref=${field} type="search" role="combobox" value=${typed} placeholder=${text.findHint}
            autocomplete="off" spellcheck="false" maxlength="100" enterkeyhint="search" aria-autocomplete="list"
            aria-expanded=${isShown ? "true" : "false"} aria-controls=${`${id}-list`}
            aria-activedescendant=${isShown && at >= 0 ? `${id}-${at}` : undefined} onKeyDown=${press}
            onFocus=${() => setIsOpen(true)} onInput=${(/** @type {any} */ event) => type(event.target.value)} />
          ${typed && html`<${IconButton} icon="close" label=${text.clear} onClick=${() => {
            type("");
            field.current?.focus();
          }} />`}${children}</div>
      <p class="for-readers" role="status">${isShown ? text.suggested(items.length) : ""}</p>
      <ul class="suggestions" id=${`${id}-list`} role="listbox" aria-label=${text.suggestions} hidden=${!isShown}>
          ${items.map((museum, index) =>
            html`<${Option} key=${museum.id} id=${`${id}-${index}`} isActive=${index === at} museum=${museum} />`
          )}
          <li id=${`${id}-${items.length}`} role="option" class="all" aria-selected=${at === items.length
            ? "true"
            : "false"}
            onMouseDown=${(/** @type {Event} */ event) => event.preventDefault()} onClick=${search}>
            <${Icon} name="search" size="small" /><span>${text.allFor(typed.trim())}</span></li>
        </ul>
    </form>
  `;
}

/** @param {{ id: string, isActive: boolean, museum: Suggestion }} props */
function Option({ id, isActive, museum }) {
  /** @type {import("../../core/view.js").Ref<HTMLElement | null>} */
  const item = useRef(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const otherLanguage = museum.language !== language.current ? museum.language : undefined;
  return html`
    <li id=${id} ref=${item} role="option" aria-selected=${isActive ? "true" : "false"}
      onMouseDown=${(/** @type {Event} */ event) => event.preventDefault()} onClick=${() => go(addressOf(museum))}>
      <${Icon} name="museums" size="small" /><span><b lang=${otherLanguage}>${museum.name}</b>
        <span class="text-2 muted">${museum.city}</span></span></li>
  `;
}

/**
 * The subjects as chips, with one selected.
 * @param {{ entries: import("../../contract/types.d.ts").MuseumsCategoriesEntry[], value?: string, isOpen: boolean,
 *   counts?: import("../../contract/types.d.ts").MuseumsCategoriesEntry[], onChange: (category: string) => void,
 *   children?: unknown }} props `isOpen`: shows all of them at once. `counts`: their museums among those found.
 */
export function Subjects({ entries, value = "", counts, isOpen, onChange, children }) {
  const text = useTexts("museums");
  const total = (counts ?? entries).reduce((sum, { count }) => sum + count, 0);
  const chips = [{ category: "", categoryName: text.all(total) }, ...entries];
  return html`<div class=${`chips subjects ${isOpen ? "open" : ""}`} role="group" aria-label=${text.subjects}>
    ${children}${
    entries.length > 0 && chips.map(({ category, categoryName }) =>
      html`
        <button key=${category} type="button" class="chip" aria-pressed=${category === value ? "true" : "false"}
          onClick=${() =>
            onChange(category)}>${categoryName} ${counts?.find((one) => one.category === category)?.count ??
            ""}</button>
      `
    )
  }</div>`;
}
