/** Access to the screens of a role, most of which are for administrators. */
import { html } from "../core/view.js";
import { hasRole, useAccount } from "../core/session.js";
import { Head } from "./head.js";
import { Empty, SignedOut } from "./states.js";

/**
 * Shows a screen to those with a role, and to others the sentence that it is for them.
 * @param {{ title: string, sentence: string, back?: string, role?: import("../contract/types.d.ts").Role,
 *   children: () => unknown }} props
 */
export function Administrators({ title, sentence, back = "/account", role = "admin", children }) {
  const account = useAccount();
  const isAllowed = hasRole(account, role);
  return html`
    <main class="page account" id="main">
      <${Head} title=${title} back=${back} />
      ${!account && html`<${SignedOut} sentence=${sentence} />`}
      ${account && !isAllowed && html`<${Empty} title=${sentence} />`}
      ${isAllowed && children()}
    </main>
  `;
}
