/** Sheets: a panel over the screen, from below on a phone, in the middle on a wide screen. */
import { html, useLayoutEffect, useRef, useState } from "../core/view.js";
import { useTexts } from "../core/languages.js";
import { goBack } from "../core/router.js";
import { IconButton } from "./icon.js";
import { sheets, Toast } from "./toast.js";

/**
 * A sheet; Escape, its button and a tap outside close it. `hasHiddenTitle`: the title names the sheet, and the content
 * has a heading of its own.
 * @param {{ title: string, onClose: () => void, class?: string, hasHiddenTitle?: boolean, children?: unknown }} props
 */
export function Sheet({ title, onClose, class: extra, hasHiddenTitle, children }) {
  const text = useTexts("core");
  /** @type {import("../core/view.d.ts").Ref<HTMLDialogElement | null>} */
  const dialog = useRef(null);
  const [level, setLevel] = useState(-1);
  // In the frame that follows the tap, not in the one after it.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    sheets.set(sheets.current + 1);
    setLevel(sheets.current);
    return () => {
      sheets.set(sheets.current - 1);
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  /** @param {MouseEvent} event */
  const closeBeside = (event) => {
    if (event.target === dialog.current) onClose();
  };
  /** @param {Event} event */
  const cancel = (event) => {
    event.preventDefault();
    onClose();
  };
  return html`
    <dialog class=${`sheet ${extra ?? ""}`} ref=${dialog} aria-label=${title} onCancel=${cancel} onClick=${closeBeside}>
      <div class="sheet-body">
          <header class=${`head ${hasHiddenTitle ? "untitled" : ""}`}>${hasHiddenTitle
            ? null
            : html`<h2 class="grow text-4">${title}</h2>`}
            <${IconButton} class="edge-end" icon="close" label=${text.close} onClick=${onClose} /></header>
          ${children}
        </div>
      <${Toast} level=${level} />
    </dialog>
  `;
}

/** Closes a sheet that an address opened. @param {string} name The parameter that opened it. */
export function closeSheet(name) {
  const query = new URLSearchParams(location.search);
  query.delete(name);
  goBack(query.size > 0 ? `${location.pathname}?${query}` : location.pathname);
}
