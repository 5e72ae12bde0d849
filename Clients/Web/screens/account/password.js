/** Changing the password. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { goBack } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { ProblemNote, SignedOut } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

export default function Password() {
  const text = useTexts("account");
  const account = useAccount();
  const [currentPassword, setCurrentPassword] = useState("");
  const [password, setPassword] = useState("");
  const save = useAction(async () => {
    await call("auth.changePassword", { currentPassword, password });
    notify({ sentence: text.passwordSaved });
    goBack("/account");
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    save.run();
  };
  const { problem } = save;
  return html`
    <main class="page account" id="main">
      <${Head} title=${text.password} back="/account" />
      ${!account && html`<${SignedOut} sentence=${text.guestSentence} />`}
      ${account && html`
        <form class="form narrow" onSubmit=${submit}>
          <input class="for-readers" type="email" name="email" autocomplete="username" value=${account.email} readonly
            tabindex="-1" aria-hidden="true" />
          <${Field} label=${text.currentPassword} name="current" type="password" autocomplete="current-password"
            value=${currentPassword} onInput=${setCurrentPassword} isRequired fault=${problem?.faultAt(
              "/currentPassword",
            )} />
          <${Field} label=${text.newPassword} note=${text
            .passwordNote} name="new" type="password" autocomplete="new-password"
            value=${password} onInput=${setPassword} isRequired fault=${problem?.faultAt("/password")} />
          <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
          <${Button} type="submit" kind="main wide" isRunning=${save.isRunning}>${text.changePassword}<//>
          <p class="text-2"><a class="underlined" href="/sign-in?mode=reset">${text.forgotten}</a></p>
        </form>
      `}
    </main>
  `;
}
