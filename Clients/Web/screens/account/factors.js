/** The second factor of the account: the authenticator app and its recovery codes. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { dayAndMonth, partsIn } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { useQuery } from "../../core/router.js";
import { forgetToken, token, useAccount } from "../../core/session.js";
import { Confirm } from "../../parts/confirm.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { ProblemNote, Shown, SignedOut, Strip } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { Passkeys } from "./passkeys.js";

/**
 * @typedef {import("../../contract/types.d.ts").AuthFactors} Factors
 * @typedef {import("../../contract/types.d.ts").AuthSetAuthenticatorResult & {
 *   QRCode: typeof import("../../parts/qr-code.js").QRCode }} Setup
 */

export default function SecondFactor() {
  const text = useTexts("factors");
  const account = useAccount();
  const isRequired = useQuery("required") !== null;
  const answer = useAnswer("auth.factors", account ? {} : null);
  const [setup, setSetup] = useState(/** @type {Setup | null} */ (null));
  const [codes, setCodes] = useState(/** @type {string[] | null} */ (null));
  /** Shows the factors anew; a token that is requested now has the roles that they bring. */
  const change = async () => {
    forgetToken((await token()) ?? "");
    answer.refresh();
  };
  /** @param {string[]} next */
  const show = (next) => {
    setSetup(null);
    setCodes(next);
    change();
  };
  const content = () => {
    if (codes) return html`<${RecoveryCodes} codes=${codes} onDone=${() => setCodes(null)} />`;
    if (setup) return html`<${Confirmation} setup=${setup} onCodes=${show} />`;
    return html`<${Shown} answer=${answer}>${(/** @type {Factors} */ factors) =>
      html`
        ${isRequired && !factors.authenticatorSince && !factors.passkeys.length && html`
          <${Strip} icon="warning" isWarning><span>${text.required}</span><//>
        `}
        ${factors.authenticatorSince
          ? html`<${App} factors=${factors} onCodes=${show} onChange=${change} />`
          : html`<${NoApp} onSetup=${setSetup} />`}
        <${Passkeys} passkeys=${factors.passkeys} onChange=${change} />
      `}<//>`;
  };
  return html`
    <main class="page account" id="main">
      <${Head} title=${text.title} back="/account" />
      ${account ? html`<div class="narrow">${content()}</div>` : html`<${SignedOut} sentence=${text.guest} />`}
    </main>
  `;
}

/** @param {{ onSetup: (setup: Setup) => void }} props */
function NoApp({ onSetup }) {
  const text = useTexts("factors");
  const begin = useAction(async () => {
    const [setup, { QRCode }] = await Promise.all([
      call("auth.setAuthenticator", {}),
      import("../../parts/qr-code.js"),
    ]);
    onSetup({ ...setup, QRCode });
  });
  return html`
    <p>${text.sentence}</p>
    <${ProblemNote} problem=${begin.problem} />
    <div class="actions">
      <${Button} isRunning=${begin.isRunning} onClick=${begin.run}>${text.setUp}<//></div>
  `;
}

/** @param {{ setup: Setup, onCodes: (codes: string[]) => void }} props */
function Confirmation({ setup, onCodes }) {
  const text = useTexts("factors");
  const [code, setCode] = useState("");
  const confirm = useAction(async () => onCodes((await call("auth.confirmAuthenticator", { code })).codes));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    confirm.run();
  };
  const { problem } = confirm;
  return html`
    <form class="form" onSubmit=${submit}>
      <p>${text.addKey}</p>
      <${setup.QRCode} content=${setup.uri} label=${text.qrCode} />
      <p class="secret" translate="no">${setup.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
      <p class="text-2"><a class="underlined" href=${setup.uri}>${text.openApp}</a></p>
      <${Field} label=${text.appCode} name="code" inputmode="numeric" autocomplete="one-time-code" value=${code}
        onInput=${setCode} isRequired fault=${problem?.faultAt("/code")} />
      <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
      <${Button} type="submit" kind="main wide" isRunning=${confirm.isRunning}>${text.confirm}<//>
    </form>
  `;
}

/** @param {{ codes: string[], onDone: () => void }} props */
function RecoveryCodes({ codes, onDone }) {
  const text = useTexts("factors");
  const shown = codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  const copy = useAction(async () => {
    await navigator.clipboard.writeText(shown.join("\n"));
    notify({ sentence: text.copied });
  });
  return html`
    <h2 class="text-4">${text.recovery}</h2>
    <p>${text.recoverySentence}</p>
    <ul class="recovery" translate="no">${shown.map((code) => html`<li>${code}</li>`)}</ul>
    <div class="actions">
      <${Button} kind="quiet" isRunning=${copy.isRunning} onClick=${copy.run}>${text.copy}<//>
      <${Button} onClick=${onDone}>${text.saved}<//></div>
  `;
}

/** @param {{ factors: Factors, onCodes: (codes: string[]) => void, onChange: () => void }} props */
function App({ factors, onCodes, onChange }) {
  const text = useTexts("factors");
  const [isRemoving, setIsRemoving] = useState(false);
  const renew = useAction(async () => onCodes((await call("auth.renewRecoveryCodes", {})).codes));
  const remove = async () => {
    await call("auth.removeAuthenticator", {});
    notify({ sentence: text.removed });
    onChange();
  };
  return html`
    <p>${text.since(dayAndMonth(partsIn(factors.authenticatorSince ?? "").date))}</p>
    <p class="muted">${text.left(factors.recoveryCodesLeft ?? 0)}</p>
    <${ProblemNote} problem=${renew.problem} />
    <div class="actions">
      <${Button} kind="quiet" isRunning=${renew.isRunning} onClick=${renew.run}>${text.renew}<//>
      <${Button} kind="bare" onClick=${() => setIsRemoving(true)}>${text.remove}<//></div>
    ${isRemoving && html`
      <${Confirm} title=${text.removeTitle} sentence=${text.removeSentence} action=${text.remove}
        onConfirm=${remove} onClose=${() => setIsRemoving(false)} />
    `}
  `;
}
