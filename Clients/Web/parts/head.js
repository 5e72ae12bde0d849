/** The head of a screen. */
import { html, useEffect } from "../core/view.js";
import { goBack } from "../core/router.js";
import { useTexts } from "../core/languages.js";
import { IconButton } from "./icon.js";

/**
 * The title of a screen, which also names the page, with actions at its end.
 * @param {{ title: string, back?: string, isHidden?: boolean, children?: unknown, heading?: unknown }} props `back`: the
 *   address that going back leads to if the person came from elsewhere. `isHidden`: the title is there for screen
 *   readers only. `heading`: stands in place of the written title, as a button that opens a picker.
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

/** Names the page. @param {string} title */
export function useTitle(title) {
  const text = useTexts("core");
  useEffect(() => {
    document.title = `${title} · ${text.name}`;
  }, [title, text]);
}

/** The heading of a section, with a link to all of it. @param {{ title: string, href?: string, more?: string, id?: string }} props */
export const SectionHead = ({ title, href, more, id }) =>
  html`<div class="section-head"><h2 id=${id}>${title}</h2>${
    href && html`<a class="more" href=${href}>${more}</a>`
  }</div>`;
