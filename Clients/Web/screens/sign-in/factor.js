/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { startSession } from "../../core/session.js";
import { deviceName } from "../../parts/device.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { ProblemNote } from "../../parts/states.js";

/** @param {{ signInToken: string, onAgain: () => void }} props `onAgain`: begins the sign-in anew. */
export function SecondStep({ signInToken, onAgain }) {
  const text = useTexts("factors");
  const { signedOut } = useTexts("core");
  const [code, setCode] = useState("");
  const complete = useAction(async () =>
    startSession(await call("auth.completeSignIn", { signInToken, code, device: deviceName() }))
  );
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    complete.run();
  };
  const { problem } = complete;
  return html`
    <form class="form" onSubmit=${submit}>
      <h1 class="text-5" tabindex="-1">${text.stepTitle}</h1>
      <p class="muted">${text.stepSentence}</p>
      <${Field} label=${text.code} note=${text.codeNote} name="code" autocomplete="one-time-code" value=${code}
        onInput=${setCode} isRequired hasFocus fault=${problem?.faultAt("/code")} />
      <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
      <${Button} type="submit" kind="main wide" isRunning=${complete.isRunning}>${signedOut.signIn}<//>
      <p class="text-2"><button type="button" class="accent strong underlined"
        onClick=${onAgain}>${text.again}</button></p>
    </form>
  `;
}
