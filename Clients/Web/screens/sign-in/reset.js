/** Replacing a forgotten password. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { CodeStep } from "../../parts/code-step.js";
import { deviceName } from "../../parts/device.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { ProblemNote } from "../../parts/states.js";
import { requestCode } from "./request.js";

/** @param {{ onTokens: (answer: any) => Promise<void>, attempt: import("./sign-in.js").Attempt }} props */
export function PasswordReset({ onTokens, attempt }) {
  const text = useTexts("signIn");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [challenge, setChallenge] = useState(/** @type {import("../../parts/code-step.js").Challenge | null} */ (null));
  const request = useAction(async () =>
    setChallenge(await attempt(email.trim(), requestCode("auth.requestPasswordReset", { email: email.trim() })))
  );
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    request.run();
  };
  if (challenge) {
    const { challengeId } = challenge;
    /** @param {string} code */
    const verify = (code) =>
      onTokens(
        attempt(email.trim(), call("auth.resetPassword", { challengeId, code, password, device: deviceName() })),
      );
    return html`
      <${CodeStep} title=${text.resetTitle} recipient=${email} challenge=${challenge} action=${text.resetAction}
        onVerify=${verify} onResend=${request.run} onChange=${() => setChallenge(null)}>
        <${Field} label=${text.newPassword} note=${text.passwordNote} name="password" type="password"
          autocomplete="new-password" value=${password} onInput=${setPassword} isRequired />
        <//>
    `;
  }
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.resetTitle}</h1>
      <p class="muted">${text.resetSentence}</p>
      <${Field} label=${text.email} name="email" type="email" autocomplete="username" value=${email} onInput=${setEmail}
        isRequired fault=${request.problem?.faultAt("/email")} />
      <${ProblemNote} problem=${request.problem?.errors.length ? undefined : request.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${request.isRunning}>${text.sendCode}<//>
    </form>
  `;
}
