/** A sheet in which the account's owner proves their presence: by the password, a code or a passkey. */
import "../contract/account-methods.js";
import { html, render, useState } from "../core/view.js";
import { call } from "../core/api.js";
import { useAction, useAnswer } from "../core/answer.js";
import { loadTexts, useTexts } from "../core/languages.js";
import { account, holdToken } from "../core/session.js";
import { endSession } from "../core/sign-out.js";
import { Button } from "./button.js";
import { Field } from "./fields.js";
import { arePasskeysSupported, signWithPasskey } from "./passkeys.js";
import { Sheet } from "./sheet.js";
import { ProblemNote, Shown } from "./states.js";

/** Asks for the proof over the current screen; false if the person gives up. @returns {Promise<boolean>} */
export async function provePresence() {
  await loadTexts("factors");
  const place = document.createElement("div");
  document.body.append(place);
  return new Promise((resolve) => {
    /** @param {boolean} isProved */
    const close = (isProved) => {
      render(null, place);
      place.remove();
      resolve(isProved);
    };
    render(html`<${PresenceSheet} onClose=${close} />`, place);
  });
}

/** @typedef {{ onClose: (isProved: boolean) => void }} Props */

/** @param {Props} props */
function PresenceSheet({ onClose }) {
  const text = useTexts("factors");
  const answer = useAnswer("auth.factors", {}, { isKept: false });
  return html`
    <${Sheet} title=${text.presenceTitle} onClose=${() => onClose(false)}>
      <${Shown} answer=${answer} rows=${1}>${(/** @type {import("../contract/types.d.ts").AuthFactors} */ factors) =>
        html`<${Proof} factors=${factors} onClose=${onClose} />`}<//>
    <//>
  `;
}

/** @param {Props & { factors: import("../contract/types.d.ts").AuthFactors }} props */
function Proof({ factors, onClose }) {
  const text = useTexts("factors");
  const [value, setValue] = useState("");
  const [isByPassword, setByPassword] = useState(false);
  const hasApp = factors.authenticatorSince !== undefined;
  const hasPasskey = factors.passkeys.length > 0 && arePasskeysSupported();
  const prove = useAction(async (/** @type {import("../contract/types.d.ts").AuthProvePresenceParams} */ params) => {
    holdToken(await call("auth.provePresence", params));
    onClose(true);
  });
  const ask = useAction(async () => {
    const passkey = await signWithPasskey();
    if (passkey) await prove.run({ passkey });
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    prove.run(hasApp ? { code: value } : { password: value });
  };
  const problem = prove.problem ?? ask.problem;
  const hasPassword = account.current?.email !== undefined;
  /** @param {string} kind */
  const byPasskey = (kind) =>
    hasPasskey && html`<${Button} kind=${kind} isRunning=${ask.isRunning} onClick=${ask.run}>${text.usePasskey}<//>`;
  // A passkey comes first: for some actions the password is not enough.
  if (!hasApp && !(hasPassword && (isByPassword || !hasPasskey))) {
    return html`
      <div class="form">
        <p class="muted">${hasPasskey ? text.presenceByPasskey : text.signInAgain}</p>
        <${ProblemNote} problem=${problem} />
        ${byPasskey("main wide") || html`<${Button} onClick=${endSession}>${text.signOut}<//>`}
        ${hasPassword &&
          html`<${Button} kind="quiet wide" onClick=${() => setByPassword(true)}>${text.usePassword}<//>`}
      </div>
    `;
  }
  const field = hasApp
    ? { label: text.code, name: "code", autocomplete: "one-time-code", fault: problem?.faultAt("/code") }
    : { label: text.password, name: "password", type: "password", autocomplete: "current-password" };
  return html`
    <form class="form" onSubmit=${submit}>
      <p class="muted">${hasApp ? text.presenceByCode : text.presenceByPassword}</p>
      <${Field} ...${field} value=${value} onInput=${setValue} isRequired hasFocus />
      <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
      <${Button} type="submit" kind="main wide" isRunning=${prove.isRunning}>${text.confirm}<//>
      ${byPasskey("quiet wide")}
    </form>
  `;
}
