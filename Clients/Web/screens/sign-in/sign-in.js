/** Signing in and registering. */
import "../../contract/account-methods.js";
import { html, useEffect, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { loadCode } from "../../core/code.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { changeQuery, go, useQuery } from "../../core/router.js";
import { claimsOf, startSession, useAccount } from "../../core/session.js";
import { deviceName } from "../../parts/device.js";
import { Options } from "../../parts/options.js";
import { useTitle } from "../../parts/head.js";
import { IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { ProblemNote } from "../../parts/states.js";
import { goBack } from "../../core/router.js";
import { Art } from "./art.js";
import { EmailRegistration, EmailSignIn } from "./email.js";
import { PhoneRegistration, PhoneSignIn } from "./phone.js";
import { Problem } from "../../core/problem.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { PasswordReset } from "./reset.js";

/** The address to go to after signing in: only one of this client's own. @param {string | null} next */
const addressAfter = (next) => (next?.startsWith("/") && !/^\/[/\\]/.test(next) ? next : "/account");

const forms = {
  "sign-in phone": PhoneSignIn,
  "sign-in email": EmailSignIn,
  "register phone": PhoneRegistration,
  "register email": EmailRegistration,
};

const SecondStep = later(async () => {
  const [part] = await Promise.all([import("./factor.js"), loadTexts("factors")]);
  return part.SecondStep;
});

const AppealSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./appeal.js"), loadTexts("access")]);
  return module.AppealSheet;
});

/** @typedef {<T>(name: string, result: Promise<T>) => Promise<T>} Attempt Notes the name if a rule refuses it. */

/** Offers to appeal against a refusal. @param {{ name: string }} props `name`: the address or number. */
function Refusal({ name }) {
  const text = useTexts("signIn");
  const [isOpen, setIsOpen] = useState(false);
  return html`
    <p><button type="button" class="button quiet small" onClick=${() => setIsOpen(true)}>${text.appeal}</button></p>
    ${isOpen && html`<${AppealSheet} name=${name} onClose=${() => setIsOpen(false)} />`}
  `;
}

export default function SignIn() {
  const text = useTexts("signIn");
  const core = useTexts("core");
  const mode = useQuery("mode") ?? "sign-in";
  const next = addressAfter(useQuery("next"));
  const account = useAccount();
  const [isLimited, setIsLimited] = useState(false);
  const [signInToken, setSignInToken] = useState(/** @type {string | null} */ (null));
  /** Starts the session of an answer, or shows the second step. @param {any} answer */
  const onTokens = async (answer) => {
    try {
      const tokens = await answer;
      if (!tokens) return;
      setIsLimited(claimsOf(tokens.accessToken).limited === true);
      startSession(tokens);
    } catch (error) {
      const { reason, details } = /** @type {any} */ (error);
      if (reason !== "second-factor-required") throw error;
      setSignInToken(details.signInToken);
    }
  };
  useTitle(mode === "register" ? text.register : text.signIn);
  useEffect(() => {
    if (account) go(isLimited ? "/account/factors?required" : next, { replaces: true });
  }, [account]);

  return html`
    <main class="page sign-in" id="main">
      <${Art} />
      <div class="side">
        <header class="head"><${IconButton} class="edge-start" icon="back" label=${core.back} onClick=${() =>
          goBack("/")} /></header>
        ${signInToken
          ? html`<${SecondStep} signInToken=${signInToken} onAgain=${() => setSignInToken(null)} />`
          : html`<${FirstStep} mode=${mode} onTokens=${onTokens} />`}
      </div>
    </main>
  `;
}

/** @param {{ mode: string, onTokens: (answer: any) => Promise<void> }} props */
function FirstStep({ mode, onTokens }) {
  const text = useTexts("signIn");
  const way = useQuery("way") === "email" ? "email" : "phone";
  const isReset = mode === "reset";
  const passkey = useAction(async () => {
    const { signWithPasskey } = await loadCode(() => import("../../parts/passkeys.js"));
    const signed = await signWithPasskey();
    if (signed) await onTokens(call("auth.loginWithPasskey", { passkey: signed, device: deviceName() }));
  });
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  useEffect(() => setRefused(null), [mode, way]);
  /** @type {Attempt} */
  const attempt = (name, result) => {
    setRefused(null);
    return result.catch((error) => {
      if (error instanceof Problem && error.reason === "access-refused") setRefused(name);
      throw error;
    });
  };
  const Form = isReset ? PasswordReset : forms[/** @type {keyof typeof forms} */ (`${mode} ${way}`)] ?? PhoneSignIn;
  return html`
    ${!isReset && html`
      <${Options} class="switch" label=${text.choice} value=${mode}
        options=${[{ value: "sign-in", name: text.signIn }, { value: "register", name: text.register }]}
        onChange=${(/** @type {string} */ value) => changeQuery({ mode: value })} />
    `}
    <${Form} key=${`${mode} ${way}`} attempt=${attempt} onTokens=${onTokens} />
    ${refused !== null && html`<${Refusal} name=${refused} />`}
    ${!isReset && html`<p class="text-2 other-way"><button type="button" class="accent strong underlined"
      onClick=${() => changeQuery({ way: way === "phone" ? "email" : "phone" })}>
      ${way === "phone" ? text.byEmail : text.byPhone}</button></p>`}
    ${mode === "sign-in" && "PublicKeyCredential" in globalThis && html`
      <p class="text-2 other-way"><button type="button" class="accent strong underlined"
        onClick=${passkey.run}>${text.byPasskey}</button></p>
      <${ProblemNote} problem=${passkey.problem} />
    `}
  `;
}
