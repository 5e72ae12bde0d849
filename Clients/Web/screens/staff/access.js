/** Access to the screens of the park's staff. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { hasRole, useAccount } from "../../core/session.js";
import { Head } from "../../parts/head.js";
import { Empty, SignedOut } from "../../parts/states.js";

/** @typedef {import("../../contract/types.d.ts").AuthUser} Account */

/** True if the account may act as the park's staff. @param {Account | null} account */
export const isStaff = (account) => hasRole(account, "park.staff");

/**
 * Shows a screen to people with the role, and to others the reason why they have no access.
 * @param {{ title: string, isForAdministrators?: boolean, children: () => unknown }} props
 */
export function Permitted({ title, isForAdministrators, children }) {
  const text = useTexts("staff");
  const account = useAccount();
  const isAllowed = isForAdministrators ? hasRole(account, "park.admin") : isStaff(account);
  if (isAllowed) return children();
  return html`
    <main class="page" id="main">
      <${Head} title=${title} back=${isForAdministrators ? "/staff" : "/park"} />
      ${account
        ? html`
          <${Empty} title=${isForAdministrators ? text.onlyAdmin : text.onlyStaff}>
            <p class="muted">${isForAdministrators ? text.onlyAdminNote : text.onlyStaffNote}</p>
            <//>
        `
        : html`<${SignedOut} sentence=${text.signIn} />`}
    </main>
  `;
}
