/** The screen for an unknown address. */
import { html } from "../core/view.js";
import { useTexts } from "../core/languages.js";
import { Astray } from "./drawings.js";
import { Empty } from "./states.js";
import { useTitle } from "./head.js";

export default function Lost() {
  const text = useTexts("core");
  useTitle(text.lost.title);
  return html`
    <main class="page" id="main">
      <${Empty} drawing=${Astray} title=${text.lost.title}>
        <a class="button bare small" href="/">${text.lost.action}</a><//></main>
  `;
}
