/** About this client: sources of its data, licences. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Head } from "../../parts/head.js";

export default function About() {
  const text = useTexts("account");
  return html`
    <main class="page" id="main">
      <${Head} title=${text.about} back="/account" />
      <div class="prose">
        <p>${text.aboutSentence}</p>
        <p class="muted">${text.sources}</p>
        <p><a class="underlined" href="/licences.txt">${text.licences}</a></p>
      </div>
    </main>
  `;
}
