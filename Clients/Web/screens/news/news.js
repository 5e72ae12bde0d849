import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Head } from "../../parts/head.js";
import { Skeleton } from "../../parts/states.js";

export default function Screen() {
  const text = useTexts("core");
  return html`
    <main class="page" id="main">
      <${Head} title=${text.loading} />
      <${Skeleton} />
    </main>
  `;
}
