/** Deleting the account, and changing one's mind. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { dayAndMonth, partsIn } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { changeAccount, useAccount } from "../../core/session.js";
import { CodeStep } from "../../parts/code-step.js";
import { Button } from "../../parts/button.js";
import { Head } from "../../parts/head.js";
import { ProblemNote, SignedOut } from "../../parts/states.js";

/** @typedef {import("../../contract/types.d.ts").AuthUser} AuthUser */

export default function Deletion() {
  const text = useTexts("deletion");
  const account = useAccount();
  return html`
    <main class="page account" id="main">
      <${Head} title=${text.title} back="/account" />
      ${!account && html`<${SignedOut} sentence=${text.guest} />`}
      ${account &&
        html`<div class="narrow">${
          account.deletesAt
            ? html`<${Scheduled} time=${account.deletesAt} />`
            : html`<${Confirmation} account=${account} />`
        }</div>`}
    </main>
  `;
}

/** @param {{ account: AuthUser }} props */
function Confirmation({ account }) {
  const text = useTexts("deletion");
  const [challenge, setChallenge] = useState(/** @type {import("../../parts/code-step.js").Challenge | null} */ (null));
  const request = useAction(async () => setChallenge(await call("auth.requestDeletion", {})));
  if (!challenge) {
    return html`
      <div class="prose">${text.consequences.map((sentence) => html`<p>${sentence}</p>`)}</div>
      <${ProblemNote} problem=${request.problem} />
      <div class="actions">
        <${Button} kind="dangerous" isRunning=${request.isRunning} onClick=${request.run}>${text.sendCode}<//></div>
    `;
  }
  /** @param {string} code */
  const verify = async (code) =>
    changeAccount(await call("auth.deleteAccount", { challengeId: challenge.challengeId, code }));
  return html`
    <${CodeStep} title=${text.codeTitle} recipient=${account.email ?? account.phone} challenge=${challenge}
      action=${text.confirm} onVerify=${verify} onResend=${request.run} onChange=${() => setChallenge(null)} />
  `;
}

/** @param {{ time: string }} props */
function Scheduled({ time }) {
  const text = useTexts("deletion");
  const keep = useAction(async () => changeAccount(await call("auth.keepAccount", {})));
  return html`
    <p role="status">${text.scheduled(dayAndMonth(partsIn(time).date))}</p>
    <${ProblemNote} problem=${keep.problem} />
    <div class="actions">
      <${Button} isRunning=${keep.isRunning} onClick=${keep.run}>${text.keep}<//></div>
  `;
}
