/** Access to the screens of the park's staff. */
import { html } from "../../core/view.js";
import { loadTexts } from "../../core/languages.js";
import { hasRole, useAccount } from "../../core/session.js";
import { later } from "../../parts/later.js";

/** @typedef {import("../../contract/types.d.ts").AuthUser} Account */

const Refusal = later(async () => {
  const [module] = await Promise.all([import("./refusal.js"), loadTexts("refusal")]);
  return module.Refusal;
});

/** True if the account may act as the park's staff. @param {Account | null} account */
export const isStaff = (account) => hasRole(account, "park.staff");

/**
 * Shows a screen to people with the role, and to others the reason why they have no access.
 * @param {{ title: string, isForAdministrators?: boolean, children: () => unknown }} props
 */
export function Permitted({ title, isForAdministrators, children }) {
  const account = useAccount();
  const isAllowed = isForAdministrators ? hasRole(account, "park.admin") : isStaff(account);
  return isAllowed
    ? children()
    : html`<${Refusal} title=${title} isSignedIn=${Boolean(account)} isForAdministrators=${isForAdministrators} />`;
}
