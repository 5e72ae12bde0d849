/** The frame of every screen: the bar of five on phones, the rail on wide screens. */
import { html } from "../core/view.js";
import { usePath } from "../core/router.js";
import { useTexts } from "../core/languages.js";
import { useValue } from "../core/value.js";
import { takeOver, waiting } from "../core/worker.js";
import { Icon } from "./icon.js";
import { Strip } from "./states.js";
import { Toast } from "./toast.js";

const sections = /** @type {const} */ ([
  ["today", "/"],
  ["museums", "/museums"],
  ["timetable", "/timetable"],
  ["park", "/park"],
  ["account", "/account"],
]);

/** The section that a path belongs to. @param {string} path */
export function sectionOf(path) {
  if (/^\/(weather|news|history)/.test(path)) return "today";
  if (/^\/(sign-in|roles|access|about)/.test(path)) return "account";
  if (/^\/staff/.test(path)) return "park";
  return sections.find(([, start]) => start !== "/" && path.startsWith(start))?.[0] ?? "today";
}

/** @param {{ children?: unknown }} props */
export function Frame({ children }) {
  const text = useTexts("core");
  const current = sectionOf(usePath());
  return html`<div class="app">
    <a class="skip" href="#main">${text.skip}</a>
    <nav class="bar" aria-label=${text.sections}>
      <a class="brand" href="/" aria-label=${text.name}><${Icon} name="brand" /></a>
      ${
    sections.map(([name, path]) =>
      html`<a href=${path} aria-current=${name === current ? "page" : undefined}>
        <span class="circle"><svg class="arc" viewBox="0 0 40 40" aria-hidden="true"><path d="M11.2 34.6a17 17 0 1 1 17.6 0" /></svg>
          <${Icon} name=${name} /></span><span class="name">${text[name]}</span></a>`
    )
  }
    </nav>
    ${children}
    <${NewVersion} /><${Toast} />
  </div>`;
}

/** Offers a new version; the current one keeps running until the person agrees. */
function NewVersion() {
  const text = useTexts("core");
  if (!useValue(waiting)) return null;
  return html`
    <div class="new-version">
      <${Strip} icon="refresh"><span>${text.version.isNew}</span>
      <button type="button" class="button bare" onClick=${takeOver}>${text.version.reload}</button><//></div>
  `;
}
