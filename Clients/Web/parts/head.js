/** The head of a screen. */
import { html, useEffect } from "../core/view.js";
import { goBack } from "../core/router.js";
import { useTexts } from "../core/languages.js";
import { IconButton } from "./icon.js";

/**
 * The title of a screen, also used as the page's title, followed by actions.
 * @param {{ title: string, back?: string, isHidden?: boolean, children?: unknown, heading?: unknown }} props `back`:
 *   the address to go back to if the person came from outside. `isHidden`: the title is for screen readers only.
 *   `heading`: replaces the title, for example by a button that opens a picker.
 */
export function Head({ title, back, isHidden, children, heading }) {
  const text = useTexts("core");
  useTitle(title);
  return html`<header class="head">
    ${back && html`<${IconButton} class="edge-start" icon="back" label=${text.back} onClick=${() => goBack(back)} />`}
    <div class="grow">${
    heading ?? html`<h1 class=${isHidden ? "for-readers" : "text-5"} tabindex="-1">${title}</h1>`
  }</div>
    ${children}
  </header>`;
}

/** The title that had the focus last; null if the screen had none yet. @type {HTMLElement | null | undefined} */
let focused;

/** Announces a new screen to screen readers by focusing its title, unless a field has the focus. */
export function focusTitle() {
  if (document.activeElement instanceof HTMLInputElement) return;
  focused = document.querySelector("main h1[tabindex]");
  focused?.focus({ preventScroll: true });
}

/** Sets the title of the page. @param {string} title */
export function useTitle(title) {
  const text = useTexts("core");
  useEffect(() => {
    document.title = `${title} · ${text.name}`;
    // An answer may bring a title in place of the one that had the focus.
    if (focused === null || (focused?.isConnected === false && document.activeElement === document.body)) focusTitle();
  }, [title, text]);
}

/**
 * The heading of a section, with a link to its full list.
 * @param {{ title: string, href?: string, more?: string, id?: string }} props
 */
export const SectionHead = ({ title, href, more, id }) =>
  html`<div class="section-head"><h2 id=${id}>${title}</h2>${
    href && html`<a class="more" href=${href}>${more}</a>`
  }</div>`;
