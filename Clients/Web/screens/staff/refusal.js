/** The reason why somebody has no access to a screen of the park's staff. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Head } from "../../parts/head.js";
import { Empty, SignedOut } from "../../parts/states.js";

/** @param {{ title: string, isSignedIn: boolean, isForAdministrators?: boolean }} props */
export function Refusal({ title, isSignedIn, isForAdministrators }) {
  const text = useTexts("refusal");
  return html`
    <main class="page" id="main">
      <${Head} title=${title} back=${isForAdministrators ? "/staff" : "/park"} />
      ${isSignedIn
        ? html`
          <${Empty} title=${isForAdministrators ? text.onlyAdmin : text.onlyStaff}>
            <p class="muted">${isForAdministrators ? text.onlyAdminNote : text.onlyStaffNote}</p>
            <//>
        `
        : html`<${SignedOut} sentence=${text.signIn} />`}
    </main>
  `;
}
