/** Signing in and registering with a telephone number and a code by SMS. */
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
import { emptyPerson, PersonFields, registrationOf } from "./person.js";
import { useDeclaration } from "./declaration.js";
import { requestCode } from "./request.js";

/**
 * @typedef {{ onTokens: (answer: any) => Promise<void>, attempt: import("./sign-in.js").Attempt }} Props
 * @typedef {import("../../parts/code-step.js").Challenge} Challenge
 */

/** @param {{ phone: string, onInput: (phone: string) => void, fault?: string }} props */
function PhoneField({ phone, onInput, fault }) {
  const text = useTexts("signIn");
  return html`
    <${Field} label=${text.phone} name="phone" type="tel" autocomplete="tel" inputmode="tel" value=${phone}
      placeholder="+375 29 123-45-67" onInput=${onInput} isRequired fault=${fault} />
  `;
}

/** @param {Props} props */
export function PhoneSignIn({ onTokens, attempt }) {
  const text = useTexts("signIn");
  const [phone, setPhone] = useState("");
  const [challenge, setChallenge] = useState(/** @type {Challenge | null} */ (null));
  const [registrationToken, setRegistrationToken] = useState(/** @type {string | null} */ (null));
  const request = useAction(async () => setChallenge(await attempt(phone, requestCode("auth.requestCode", { phone }))));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    request.run();
  };
  if (registrationToken) {
    return html`<${Completion} phone=${phone} registrationToken=${registrationToken} attempt=${attempt} onTokens=${onTokens} />`;
  }
  if (challenge) {
    const { challengeId } = challenge;
    /** @param {string} code */
    const verify = async (code) => {
      const answer = attempt(phone, call("auth.verifyCode", { challengeId, code, device: deviceName() }));
      await onTokens(answer.then((result) => {
        if (!result.registrationToken) return result;
        setRegistrationToken(result.registrationToken);
        return null;
      }));
    };
    return html`
      <${CodeStep} title=${text.codeBySMS} recipient=${phone} challenge=${challenge} action=${text.signIn}
        onVerify=${verify} onResend=${request.run} onChange=${() => setChallenge(null)} />
    `;
  }
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.signInTitle}</h1>
      <${PhoneField} phone=${phone} onInput=${setPhone} fault=${request.problem?.faultAt("/phone")} />
      <${ProblemNote} problem=${request.problem?.errors.length ? undefined : request.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${request.isRunning}>${text.sendCode}<//>
    </form>
  `;
}

/**
 * The personal data of a verified number that has no account yet.
 * @param {Props & { phone: string, registrationToken: string }} props
 */
function Completion({ phone, registrationToken, attempt, onTokens }) {
  const text = useTexts("signIn");
  const [person, setPerson] = useState(emptyPerson);
  const declaration = useDeclaration();
  const complete = useAction(async () => {
    const registration = registrationOf(person, declaration.made());
    const params = { registrationToken, registration, device: deviceName() };
    await onTokens(attempt(phone, call("auth.completeRegistration", params)).catch(declaration.renew));
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    complete.run();
  };
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.registerTitle}</h1>
      <p class="muted">${text.noAccount}</p>
      <${PersonFields} person=${person} onChange=${setPerson} declaration=${declaration} problem=${complete.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${complete.isRunning}
        isDisabled=${!declaration.isReady || !person.consents}>${text.register}<//>
    </form>
  `;
}

/** @param {Props} props */
export function PhoneRegistration({ onTokens, attempt }) {
  const text = useTexts("signIn");
  const [phone, setPhone] = useState("");
  const [person, setPerson] = useState(emptyPerson);
  const declaration = useDeclaration();
  const [challenge, setChallenge] = useState(/** @type {Challenge | null} */ (null));
  const request = useAction(async () => {
    const registration = registrationOf(person, declaration.made());
    setChallenge(
      await attempt(phone, requestCode("auth.requestCode", { phone, registration })).catch(declaration.renew),
    );
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    request.run();
  };
  if (challenge) {
    const { challengeId } = challenge;
    return html`
      <${CodeStep} title=${text.codeBySMS} recipient=${phone} challenge=${challenge} action=${text.register}
        onVerify=${(/** @type {string} */ code) =>
          onTokens(attempt(phone, call("auth.verifyCode", { challengeId, code, device: deviceName() })))}
        onResend=${request.run} onChange=${() => setChallenge(null)} />
    `;
  }
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.registerTitle}</h1>
      <${PhoneField} phone=${phone} onInput=${setPhone} fault=${request.problem?.faultAt("/phone")} />
      <${PersonFields} person=${person} onChange=${setPerson} declaration=${declaration} problem=${request.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${request.isRunning}
        isDisabled=${!declaration.isReady || !person.consents}>${text.sendCode}<//>
    </form>
  `;
}
