/** One account, for administrators: lock, unlock, end its sessions, read what happened to it. */
import "../../contract/admin-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { hasRole, useAccount } from "../../core/session.js";
import { Administrators } from "../../parts/administrators.js";
import { Confirm } from "../../parts/confirm.js";
import { Button } from "../../parts/button.js";
import { Area } from "../../parts/fields.js";
import { SectionHead } from "../../parts/head.js";
import { More } from "../../parts/more.js";
import { Sheet } from "../../parts/sheet.js";
import { Empty, ProblemNote, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").AuthAccountDetails} Details */

/** @param {{ id: string }} props */
export default function AccountScreen({ id }) {
  const text = useTexts("accounts");
  const isAdmin = hasRole(useAccount(), "admin");
  const answer = useAnswer("auth.account", isAdmin ? { id } : null, { isKept: false });
  return html`
    <${Administrators} title=${text.one} sentence=${text.forAdministrators} back="/accounts">${() =>
      html`<${Shown} answer=${answer} rows=${4}>${(/** @type {Details} */ details) =>
        html`<${Account} details=${details} onChange=${(/** @type {Details} */ next) =>
          answer.change(() => next)} />`}<//>`}<//>
  `;
}

/** @param {{ details: Details, onChange: (details: Details) => void }} props */
function Account({ details, onChange }) {
  const text = useTexts("accounts");
  const { account, lock } = details;
  const { id } = account;
  const isOwn = useAccount()?.id === id;
  const [sheet, setSheet] = useState(/** @type {"lock" | "unlock" | "end" | null} */ (null));
  const close = () => setSheet(null);
  const facts = [
    [text.name, account.name],
    [text.login, details.login],
    [text.email, account.email ?? account.contactEmail],
    [text.phone, account.phone],
    [text.roles, details.roles.join(", ")],
    [text.created, momentOf(details.createdAt)],
    [text.sessions, String(details.sessions)],
    [text.deletes, details.deletesAt && momentOf(details.deletesAt)],
  ];
  return html`
    ${lock && html`<p class="note danger" role="status">${text.lockedSince(momentOf(lock.at))} ${lock.reason}</p>`}
    <dl class="facts">${facts.filter(([, value]) => value).map(([label, value]) =>
      html`
        <div>
          <dt class="text-2 muted">${label}</dt>
          <dd class="value">${value}</dd>
        </div>
      `
    )}</dl>
    <div class="actions">
      ${lock
        ? html`<${Button} kind="quiet" onClick=${() => setSheet("unlock")}>${text.unlock}<//>`
        : !isOwn && html`<${Button} kind="dangerous" onClick=${() => setSheet("lock")}>${text.lock}<//>`}
      ${details.sessions > 0 &&
        html`<${Button} kind="quiet" onClick=${() => setSheet("end")}>${text.endSessions}<//>`}</div>
    <${SectionHead} title=${text.audit} />
    <${Audit} key=${`${lock?.at} ${details.sessions}`} id=${id} />
    ${sheet === "lock" && html`<${LockSheet} details=${details} onChange=${onChange} onClose=${close} />`}
    ${sheet === "unlock" && html`
      <${Confirm} title=${text.unlockTitle(account.name)} sentence=${text.unlockSentence} action=${text.unlock}
        onClose=${close} onConfirm=${async () => onChange(await call("auth.unlockAccount", { id }))} />
    `}
    ${sheet === "end" && html`
      <${Confirm} title=${text.endTitle(account.name)} sentence=${text.endSentence} action=${text.endSessions}
        onClose=${close} onConfirm=${async () => onChange(await call("auth.endSessions", { id }))} />
    `}
  `;
}

/** @param {{ details: Details, onChange: (details: Details) => void, onClose: () => void }} props */
function LockSheet({ details, onChange, onClose }) {
  const text = useTexts("accounts");
  const [reason, setReason] = useState("");
  const { id, name } = details.account;
  const lock = useAction(async () => {
    onChange(await call("auth.lockAccount", { id, reason: reason.trim() }));
    notify({ sentence: text.locked });
    onClose();
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    lock.run();
  };
  return html`
    <${Sheet} title=${text.lockTitle(name)} onClose=${onClose}>
      <form class="form" onSubmit=${submit}>
        <p class="muted">${text.lockSentence}</p>
        <${Area} label=${text.reason} note=${text.reasonNote} value=${reason} onInput=${setReason} maxlength=${500}
          isRequired hasFocus fault=${lock.problem?.faultAt("/reason")} />
        <${ProblemNote} problem=${lock.problem?.errors.length ? undefined : lock.problem} />
        <${Button} type="submit" kind="dangerous" isRunning=${lock.isRunning}>${text.lock}<//>
      </form>
    <//>
  `;
}

/** @param {{ id: string }} props */
function Audit({ id }) {
  const text = useTexts("accounts");
  const pages = usePages("auth.accountAudit", { id }, { isKept: false });
  return html`
    <${Shown} answer=${pages.answer} rows=${4}>${() =>
      pages.items?.length === 0 ? html`<${Empty} title=${text.noEvents} />` : html`
        <ul class="rows">${pages.items?.map((event) =>
          html`<li class="item"><span class="grow"><span class="strong">${
            text.events[event.event] ?? event.event
          }</span>
            <span class="meta"><span>${momentOf(event.at)}</span>${event.address && html`<span>${event.address}</span>`}
              ${event.actor && html`<span>${text.byAdministrator}</span>`}</span>
            ${event.detail && html`<span class="meta value">${event.detail}</span>`}</span></li>`
        )}</ul>
        <${More} pages=${pages} />
      `}<//>
  `;
}
