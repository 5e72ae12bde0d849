/** Access to the screens of administrators. */
import { html } from "../core/view.js";
import { hasRole, useAccount } from "../core/session.js";
import { Head } from "./head.js";
import { Empty, SignedOut } from "./states.js";

/**
 * Shows a screen to administrators, and to others that it is for administrators.
 * @param {{ title: string, sentence: string, back?: string, children: () => unknown }} props
 */
export function Administrators({ title, sentence, back = "/account", children }) {
  const account = useAccount();
  return html`
    <main class="page account" id="main">
      <${Head} title=${title} back=${back} />
      ${!account && html`<${SignedOut} sentence=${sentence} />`}
      ${account && !hasRole(account, "admin") && html`<${Empty} title=${sentence} />`}
      ${hasRole(account, "admin") && children()}
    </main>
  `;
}
