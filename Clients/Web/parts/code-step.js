/** The step of a form that asks for a one-time code. */
import { html, useEffect, useRef, useState } from "../core/view.js";
import { useAction } from "../core/answer.js";
import { useTexts } from "../core/languages.js";
import { useSeconds } from "../core/clock.js";
import { useId } from "../core/id.js";
import { Button } from "./button.js";
import { Ring } from "./ring.js";
import { ProblemNote } from "./states.js";

const length = 6;
/** The delay before another mail can be requested; for an SMS the server states it. */
const mailPauseMs = 60_000;

/**
 * @typedef {object} Challenge
 * @property {string} challengeId
 * @property {string} [resendAt]
 */

/**
 * One input drawn as six boxes, so that autofill and pasting work as in any field.
 * @param {{ code: string, onInput: (code: string) => void, isWrong: boolean, describedBy: string }} props
 */
function CodeField({ code, onInput, isWrong, describedBy }) {
  const text = useTexts("core");
  /** @type {import("../core/view.js").Ref<HTMLInputElement | null>} */
  const input = useRef(null);
  useEffect(() => input.current?.focus(), []);
  return html`
    <div class=${`six ${isWrong ? "bad" : ""}`}>
      <div class="boxes" aria-hidden="true">${Array.from(
        { length },
        (_, index) => html`<i class=${index === code.length ? "next" : ""}>${code[index] ?? ""}</i>`,
      )}</div>
      <input ref=${input} name="code" aria-label=${text.code.label} aria-invalid=${isWrong ? "true" : undefined}
        aria-describedby=${describedBy} autocomplete="one-time-code" inputmode="numeric" maxlength=${length}
        pattern="[0-9]{6}" value=${code}
        onInput=${(/** @type {any} */ event) => onInput(event.target.value.replaceAll(/\D/g, "").slice(0, length))} />
    </div>
  `;
}

/**
 * Asks for the code; submits it once it has six digits, and requests another one if asked.
 * @param {{ title: string, recipient: string, challenge: Challenge, onVerify: (code: string) => Promise<unknown>,
 *   onResend: () => Promise<unknown>, onChange: () => void, action: string, children?: unknown }} props
 *   `children`: further fields, such as a new password; the code is then submitted by the button only.
 */
export function CodeStep({ title, recipient, challenge, onVerify, onResend, onChange, action, children }) {
  const text = useTexts("core");
  const noteId = useId();
  const [code, setCode] = useState("");
  const verification = useAction(onVerify);
  const resending = useAction(onResend);
  const tried = useRef("");
  useEffect(() => {
    if (code.length < length) tried.current = "";
    // A code that is complete while another one is checked follows it.
    if (code.length < length || children || verification.isRunning || tried.current === code) return;
    tried.current = code;
    verification.run(code);
  }, [code, verification.isRunning]);
  const isWrong = verification.problem?.reason === "code-wrong";

  /** @param {string} next */
  const input = (next) => {
    setCode(next);
    if (!verification.isRunning) verification.clear();
  };
  useMessageCode(setCode);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    verification.run(code);
  };
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${title}</h1>
      <p class="muted">${text.code.sentTo} <b class="recipient">${recipient}</b> ${" "}
        <button type="button" class="accent strong underlined" onClick=${onChange}>${text.code.other}</button></p>
      <${CodeField} code=${code} onInput=${input} isWrong=${isWrong} describedBy=${noteId} />
      <div id=${noteId}><${ProblemNote} problem=${verification.problem ?? resending.problem} /></div>
      ${children}
      <${Resend} key=${challenge.challengeId} resendAt=${challenge.resendAt} isRunning=${resending.isRunning}
        onResend=${() => {
          setCode("");
          verification.clear();
          resending.run();
        }} />
      <${Button} type="submit" kind="main wide" isRunning=${verification.isRunning}
        isDisabled=${code.length < length}>${action}<//>
    </form>
  `;
}

/**
 * A ring that counts down until another code can be requested, and then a button.
 * @param {{ resendAt?: string, isRunning: boolean, onResend: () => void }} props
 */
function Resend({ resendAt, isRunning, onResend }) {
  const text = useTexts("core");
  const [from] = useState(() => Date.now());
  const at = resendAt ? Date.parse(resendAt) : from + mailPauseMs;
  const left = Math.ceil((at - useSeconds()) / 1_000);
  if (left <= 0) {
    return html`
      <p>
        <${Button} kind="bare" isRunning=${isRunning} onClick=${onResend}>${text.code.resend}<//></p>
    `;
  }
  return html`
    <div class="resend">
      <${Ring} share=${(left * 1_000) / Math.max(1, at - from)}>${left}<//>
        <span class="text-2 muted">${text.code.resendIn(left)}</span></div>
  `;
}

/** Reads the code from the message, if the browser supports this. @param {(code: string) => void} onCode */
function useMessageCode(onCode) {
  useEffect(() => {
    if (!("OTPCredential" in globalThis)) return;
    const aborter = new AbortController();
    const request = /** @type {any} */ ({ otp: { transport: ["sms"] }, signal: aborter.signal });
    navigator.credentials.get(request).then(
      (/** @type {any} */ credential) => credential?.code && onCode(credential.code),
      () => {},
    );
    return () => aborter.abort();
  }, []);
}
