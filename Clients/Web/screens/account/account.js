/** The account: the signed-in person, and the choices of this device. */
import { html, useState } from "../../core/view.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { changeAccount, hasRole, useAccount } from "../../core/session.js";
import { endSession } from "../../core/sign-out.js";
import { Head, SectionHead } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Sheet } from "../../parts/sheet.js";
import { Button } from "../../parts/button.js";
import { dayAndMonth } from "../../core/dates.js";
import { useEffect } from "../../core/view.js";
import { Choices } from "./choices.js";
import { EmailSheet, PhoneSheet, ProfileSheet } from "./changes.js";

export default function Account() {
  const text = useTexts("account");
  const account = useAccount();
  return html`
    <main class="page account" id="main">
      <${Head} title=${text.title} />
      <div class="columns">
        <div>${account ? html`<${Person} account=${account} />` : html`<${Guest} />`}</div>
        <div>
          <${Choices} />
          <${Links} account=${account} />
        </div>
      </div>
    </main>
  `;
}

function Guest() {
  const text = useTexts("account");
  return html`
    <div class="panel guest">
      <h2 class="text-4">${text.guest}</h2>
      <p class="muted">${text.guestSentence}</p>
      <div class="actions">
        <a class="button main" href="/sign-in?next=/account">${text.signIn}</a>
        <a class="button quiet" href="/sign-in?mode=register&next=/account">${text.register}</a>
      </div>
    </div>
  `;
}

/** @typedef {import("../../contract/types.d.ts").AuthUser} AuthUser */

/** @param {{ account: AuthUser }} props */
function Person({ account }) {
  const text = useTexts("account");
  const [sheet, setSheet] = useState(/** @type {"profile" | "email" | "phone" | "end" | null} */ (null));
  const fresh = useAnswer("auth.me", {}, { isKept: false }).value;
  useEffect(() => {
    if (fresh) changeAccount(fresh);
  }, [fresh]);
  const close = () => setSheet(null);
  const name = [account.firstName, account.lastName].filter(Boolean).join(" ");
  return html`
    <div class="rows details">
      <${Detail} label=${text.name} value=${name || account.login} onChange=${() => setSheet("profile")} />
      <${Detail} label=${text.birthDate} value=${account.birthDate && dayAndMonth(account.birthDate)}
        onChange=${() => setSheet("profile")} />
      <${Detail} label=${text.phone} value=${account.phone} onChange=${() => setSheet("phone")} />
      <${Detail} label=${text.email} value=${account.email} note=${account.contactEmail}
        onChange=${() => setSheet("email")} />
      ${account.email && html`<a class="item" href="/account/password"><span class="grow strong">${text.password}</span>
        <${Icon} name="next" class="go" /></a>`}
      <a class="item" href="/account/factors"><span class="grow strong">${text.secondFactor}</span>
        <${Icon} name="next" class="go" /></a>
      <a class="item" href="/account/sessions"><span class="grow strong">${text.devices}</span>
        <${Icon} name="next" class="go" /></a>
      <a class="item" href="/account/export"><span class="grow strong">${text.copy}</span>
        <${Icon} name="next" class="go" /></a>
      <a class="item" href="/account/deletion"><span class="grow strong">${text.deletion}</span>
        <${Icon} name="next" class="go" /></a>
    </div>
    <div class="actions">
      <${Button} kind="quiet" onClick=${() => setSheet("end")}>${text.signOut}<//></div>
    ${sheet === "profile" && html`<${ProfileSheet} account=${account} onClose=${close} />`}
    ${sheet === "email" && html`<${EmailSheet} onClose=${close} />`}
    ${sheet === "phone" && html`<${PhoneSheet} onClose=${close} />`}
    ${sheet === "end" && html`<${SignOutSheet} onClose=${close} />`}
  `;
}

/** @param {{ label: string, value?: string, note?: string, onChange: () => void }} props */
function Detail({ label, value, note, onChange }) {
  const text = useTexts("account");
  return html`
    <button type="button" class="item" onClick=${onChange}>
      <span class="grow"><span class="text-2 muted">${label}</span><span class="value">${value ?? text.none}</span>
        ${note && html`<span class="text-2 muted value">${note}</span>`}</span>
      <span class="accent text-2 strong">${value ? text.change : text.add}</span>
    </button>
  `;
}

/** @param {{ onClose: () => void }} props */
function SignOutSheet({ onClose }) {
  const text = useTexts("account");
  const core = useTexts("core");
  const end = useAction(endSession);
  return html`
    <${Sheet} title=${text.signOutTitle} onClose=${onClose}>
      <p class="muted">${text.signOutSentence}</p>
      <div class="actions">
        <${Button} kind="dangerous" isRunning=${end.isRunning} onClick=${end.run}>${text.signOut}<//>
        <${Button} kind="bare" onClick=${onClose}>${core.cancel}<//></div>
    <//>
  `;
}

/** @param {{ account: AuthUser | null }} props */
function Links({ account }) {
  const text = useTexts("account");
  const links = [
    ["/history", text.history, true],
    ["/staff", text.staff, hasRole(account, "park.staff")],
    ["/museums/editing", text.editing, hasRole(account, "museums.editor")],
    ["/roles", text.roles, hasRole(account, "admin")],
    ["/accounts", text.accounts, hasRole(account, "admin")],
    ["/access", text.access, hasRole(account, "admin")],
    ["/about", text.about, true],
  ];
  return html`
    <${SectionHead} title=${text.more} />
    <div class="rows">${links.filter(([, , isShown]) => isShown).map(([path, name]) =>
      html`<a class="item" href=${path}><span class="grow">${name}</span><${Icon} name="next" class="go" /></a>`
    )}</div>
  `;
}
