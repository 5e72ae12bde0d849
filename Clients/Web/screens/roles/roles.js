/** The roles of accounts, for administrators. */
import "../../contract/admin-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { hasRole, useAccount } from "../../core/session.js";
import { Administrators } from "../../parts/administrators.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").RoleInput} RoleInput */
/** @typedef {import("../../contract/types.d.ts").AuthRoleHolder} Holder */

/** The roles that an address may name, besides the first. */
const others = ["park.admin", "museums.editor", "admin"];

export default function Roles() {
  const text = useTexts("roles");
  const account = useAccount();
  const asked = useQuery("role");
  const role = /** @type {RoleInput} */ (asked && others.includes(asked) ? asked : "park.staff");
  const answer = useAnswer("auth.roleHolders", hasRole(account, "admin") ? { role } : null, { isKept: false });
  return html`
    <${Administrators} title=${text.title} sentence=${text.forAdministrators}>${() =>
      html`
        <${Options} class="roomy" label=${text.title} value=${role} options=${[
          { value: "park.staff", name: text.parkStaff },
          { value: "park.admin", name: text.parkAdmin },
          { value: "museums.editor", name: text.museumsEditor },
          { value: "admin", name: text.admin },
        ]} onChange=${(/** @type {string} */ value) => changeQuery({ role: value })} />
        <${Shown} answer=${answer} rows=${1}>${(/** @type {{ items: Holder[] }} */ value) =>
          html`<${Holders} holders=${value.items} role=${role} onChange=${answer.refresh} />`}<//>
        <${Grant} role=${role} onGranted=${answer.refresh} />
      `}<//>
  `;
}

/** @param {{ holders: Holder[], role: RoleInput, onChange: () => void }} props */
function Holders({ holders, role, onChange }) {
  const text = useTexts("roles");
  const [chosen, setChosen] = useState(/** @type {Holder | null} */ (null));
  if (holders.length === 0) return html`<p class="muted">${text.nobody}</p>`;
  return html`
    <ul class="rows">${holders.map((holder) =>
      html`<li class="item"><span class="grow"><span class="strong">${holder.name}</span>
        <span class="meta">${holder.email ?? holder.phone}</span></span>
        <button type="button" class="button bare" onClick=${() => setChosen(holder)}>${text.revoke}</button></li>`
    )}</ul>
    ${chosen &&
      html`<${Revocation} holder=${chosen} role=${role} onChange=${onChange} onClose=${() => setChosen(null)} />`}
  `;
}

/** @param {{ holder: Holder, role: RoleInput, onChange: () => void, onClose: () => void }} props */
function Revocation({ holder, role, onChange, onClose }) {
  const text = useTexts("roles");
  const core = useTexts("core");
  const revoke = useAction(async () => {
    await call("auth.revokeRole", { account: holder.id, role });
    onChange();
    onClose();
  });
  return html`
    <${Sheet} title=${text.revokeTitle(holder.name)} onClose=${onClose}>
      <p class="muted">${text.revokeSentence}</p>
      <${ProblemNote} problem=${revoke.problem} />
      <div class="actions">
        <${Button} kind="dangerous" isRunning=${revoke.isRunning} onClick=${revoke.run}>${text.revoke}<//>
        <${Button} kind="bare" onClick=${onClose}>${core.cancel}<//></div>
    <//>
  `;
}

/** @param {{ role: RoleInput, onGranted: () => void }} props */
function Grant({ role, onGranted }) {
  const text = useTexts("roles");
  const [name, setName] = useState("");
  const grant = useAction(async () => {
    const holder = await call("auth.grantRole", { account: name.trim(), role });
    notify({ sentence: text.granted(holder.name) });
    setName("");
    onGranted();
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    grant.run();
  };
  const { problem } = grant;
  return html`
    <form class="form narrow grant" onSubmit=${submit}>
      <h2 class="text-4">${text.grantTitle}</h2>
      <${Field} label=${text.account} note=${text
        .accountNote} name="account" value=${name} onInput=${setName} isRequired
        fault=${problem?.faultAt("/account")} />
      <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
      <${Button} type="submit" kind="main" isRunning=${grant.isRunning}>${text.grant}<//>
    </form>
  `;
}
