/** Sheets that change the account's data. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { changeAccount } from "../../core/session.js";
import { CodeStep } from "../../parts/code-step.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").AuthUser} AuthUser */

/** The members that can be removed, by the names that the contract gives them. @type {Record<string, string>} */
const removable = { birthDate: "birth-date", contactEmail: "contact-email" };

/**
 * The parameters that change an account to the values of the form.
 * @param {AuthUser} account @param {Record<string, string>} values
 */
function profileChange(account, values) {
  /** @type {Record<string, any>} */
  const change = {};
  for (const [name, value] of Object.entries(values)) {
    const before = /** @type {any} */ (account)[name] ?? "";
    if (value.trim() === before) continue;
    if (value.trim()) change[name] = value.trim();
    else if (removable[name]) (change.remove ??= []).push(removable[name]);
  }
  return change;
}

/** @param {{ account: AuthUser, onClose: () => void }} props */
export function ProfileSheet({ account, onClose }) {
  const text = useTexts("account");
  const core = useTexts("core");
  const [values, setValues] = useState(() => ({
    login: account.login,
    firstName: account.firstName ?? "",
    lastName: account.lastName ?? "",
    birthDate: account.birthDate ?? "",
    contactEmail: account.contactEmail ?? "",
  }));
  const save = useAction(async () => {
    const change = profileChange(account, values);
    if (Object.keys(change).length) changeAccount(await call("auth.updateProfile", change));
    notify({ sentence: text.saved });
    onClose();
  });
  /** @param {keyof typeof values} name */
  const field = (name) => ({
    name,
    value: values[name],
    onInput: (/** @type {string} */ value) => setValues((old) => ({ ...old, [name]: value })),
    fault: save.problem?.faultAt(`/${name}`),
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    save.run();
  };
  return html`
    <${Sheet} title=${text.profile} onClose=${onClose}>
      <form class="form" onSubmit=${submit}>
        <${Field} label=${text.login} autocomplete="nickname" isRequired ...${field("login")} />
        <${Field} label=${text.firstName} autocomplete="given-name" ...${field("firstName")} />
        <${Field} label=${text.lastName} autocomplete="family-name" ...${field("lastName")} />
        <${Field} label=${text.birthDate} type="date" autocomplete="bday" ...${field("birthDate")} />
        <${Field} label=${text.contactEmail} type="email" autocomplete="email" note=${text.contactNote}
          ...${field("contactEmail")} />
        <${ProblemNote} problem=${save.problem?.errors.length ? undefined : save.problem} />
        <${Button} type="submit" kind="main wide" isRunning=${save.isRunning}>${core.save}<//>
      </form>
    <//>
  `;
}

/** @param {{ onClose: () => void }} props */
export function PhoneSheet({ onClose }) {
  const text = useTexts("account");
  const [phone, setPhone] = useState("");
  return html`
    <${VerifiedChange} title=${text.phone} recipient=${phone} onClose=${onClose} codeTitle=${text.codeBySMS}
      send=${() => call("auth.setPhone", { phone })} confirm=${(/** @type {any} */ params) =>
        call("auth.confirmPhone", params)}
      fields=${(/** @type {any} */ faultAt) =>
        html`
          <${Field} label=${text.newPhone} name="phone" type="tel" autocomplete="tel"
            inputmode="tel" value=${phone} onInput=${setPhone} isRequired fault=${faultAt("/phone")} />
        `} />
  `;
}

/** @param {{ onClose: () => void }} props */
export function EmailSheet({ onClose }) {
  const text = useTexts("account");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return html`
    <${VerifiedChange} title=${text.email} recipient=${email} onClose=${onClose} codeTitle=${text.codeByMail}
      send=${() => call("auth.setEmail", { email: email.trim(), password })}
      confirm=${(/** @type {any} */ params) => call("auth.confirmEmail", params)}
      fields=${(/** @type {any} */ faultAt) =>
        html`
          <${Field} label=${text
            .newEmail} name="email" type="email" autocomplete="username" value=${email} onInput=${setEmail}
            isRequired fault=${faultAt("/email")} />
          <${Field} label=${text.passwordFromThen} note=${text
            .passwordNote} name="password" type="password" value=${password}
            autocomplete="new-password" onInput=${setPassword} isRequired fault=${faultAt("/password")} />
        `} />
  `;
}

/**
 * A change confirmed by a code: first the fields, then the code.
 * @param {{ title: string, codeTitle: string, recipient: string, onClose: () => void, send: () => Promise<any>,
 *   confirm: (params: any) => Promise<any>, fields: (faultAt: (pointer: string) => string | undefined) => unknown }}
 *   props
 */
function VerifiedChange({ title, codeTitle, recipient, onClose, send, confirm, fields }) {
  const text = useTexts("account");
  const [challenge, setChallenge] = useState(/** @type {import("../../parts/code-step.js").Challenge | null} */ (null));
  const request = useAction(async () => setChallenge(await send()));
  /** @param {string} code */
  const verify = async (code) => {
    changeAccount(await confirm({ challengeId: challenge?.challengeId, code }));
    notify({ sentence: text.saved });
    onClose();
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    request.run();
  };
  const { problem } = request;
  return html`
    <${Sheet} title=${title} onClose=${onClose}>
      ${challenge
        ? html`
          <${CodeStep} title=${codeTitle} recipient=${recipient} challenge=${challenge} action=${text.confirm}
            onVerify=${verify} onResend=${request.run} onChange=${() => setChallenge(null)} />
        `
        : html`<form class="form" onSubmit=${submit}>${fields((pointer) => problem?.faultAt(pointer))}
          <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
          <${Button} type="submit" kind="main wide" isRunning=${request.isRunning}>${text.sendCode}<//></form>`}
    <//>
  `;
}
