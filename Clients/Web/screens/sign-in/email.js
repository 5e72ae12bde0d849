/** Signing in and registering with an e-mail address and a password. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { CodeStep } from "../../parts/code-step.js";
import { deviceName } from "../../parts/device.js";
import { Button } from "../../parts/button.js";
import { Field, Tick } from "../../parts/fields.js";
import { ProblemNote } from "../../parts/states.js";
import { Declaration, useDeclaration } from "./declaration.js";
import { requestCode } from "./request.js";
import { consentVersion } from "./person.js";

/** @typedef {{ onTokens: (answer: any) => Promise<void>, attempt: import("./sign-in.js").Attempt }} Props */

/** @param {Props} props */
export function EmailSignIn({ onTokens, attempt }) {
  const text = useTexts("signIn");
  const { signedOut } = useTexts("core");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useAction(async () => {
    const params = { email: email.trim(), password, device: deviceName() };
    await onTokens(attempt(params.email, call("auth.login", params)));
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    signIn.run();
  };
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.signInTitle}</h1>
      <${Field} label=${text.email} name="email" type="email" autocomplete="username" value=${email} onInput=${setEmail}
        isRequired fault=${signIn.problem?.faultAt("/email")} />
      <${Field} label=${text.password} name="password" type="password" autocomplete="current-password" value=${password}
        onInput=${setPassword} isRequired fault=${signIn.problem?.faultAt("/password")} />
      <${ProblemNote} problem=${signIn.problem?.errors.length ? undefined : signIn.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${signIn.isRunning}>${signedOut.signIn}<//>
      <p class="text-2"><a class="underlined" href="/sign-in?mode=reset">${text.forgotten}</a></p>
    </form>
  `;
}

/** @param {Props} props */
export function EmailRegistration({ onTokens, attempt }) {
  const text = useTexts("signIn");
  const [values, setValues] = useState({ login: "", email: "", password: "" });
  const declaration = useDeclaration();
  const [consents, setConsents] = useState(false);
  const [challenge, setChallenge] = useState(/** @type {import("../../parts/code-step.js").Challenge | null} */ (null));
  const register = useAction(async () => {
    const { login, email, password } = values;
    const made = { declaration: declaration.made(), consentVersion };
    const params = { login: login.trim(), email: email.trim(), password, ...made };
    setChallenge(await attempt(params.email, requestCode("auth.register", params)).catch(declaration.renew));
  });
  /** @param {keyof typeof values} name */
  const put = (name) => (/** @type {string} */ value) => setValues((old) => ({ ...old, [name]: value }));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    register.run();
  };
  if (challenge) {
    const { challengeId } = challenge;
    return html`
      <${CodeStep} title=${text.codeByMail} recipient=${values.email} challenge=${challenge} action=${text.register}
        onVerify=${async (/** @type {string} */ code) =>
          onTokens(
            await attempt(values.email, call("auth.verifyEmail", { challengeId, code, device: deviceName() })),
          )}
        onResend=${register.run} onChange=${() => setChallenge(null)} />
    `;
  }
  const { problem } = register;
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.registerTitle}</h1>
      <${Field} label=${text.login} note=${text.loginNote} name="login" autocomplete="nickname" value=${values.login}
        onInput=${put("login")} isRequired fault=${problem?.faultAt("/login")} />
      <${Field} label=${text.email} name="email" type="email" autocomplete="username" value=${values.email}
        onInput=${put("email")} isRequired fault=${problem?.faultAt("/email")} />
      <${Field} label=${text.password} note=${text.passwordNote} name="password" type="password" value=${values
        .password}
        autocomplete="new-password" onInput=${put("password")} isRequired fault=${problem?.faultAt("/password")} />
      <${Declaration} declaration=${declaration} />
      <${Tick} isChecked=${consents} onChange=${setConsents}>${text.consent}<//>
      <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
      <${Button} type="submit" kind="main wide" isRunning=${register.isRunning}
        isDisabled=${!declaration.isReady || !consents}>${text.register}<//>
    </form>
  `;
}
