/** The passkeys of the account. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { dayAndMonth, partsIn } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { Confirm } from "../../parts/confirm.js";
import { deviceName } from "../../parts/device.js";
import { Button } from "../../parts/button.js";
import { SectionHead } from "../../parts/head.js";
import { addPasskey, arePasskeysSupported } from "../../parts/passkeys.js";
import { ProblemNote } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").AuthPasskey} Passkey */

/** @param {{ passkeys: Passkey[], onChange: () => void }} props */
export function Passkeys({ passkeys, onChange }) {
  const text = useTexts("factors");
  const [chosen, setChosen] = useState(/** @type {Passkey | null} */ (null));
  const add = useAction(async () => {
    if (!(await addPasskey(deviceName() ?? text.passkey))) return;
    notify({ sentence: text.passkeyAdded });
    onChange();
  });
  const remove = async () => {
    if (chosen) await call("auth.removePasskey", { id: chosen.id });
    notify({ sentence: text.passkeyRemoved });
    onChange();
  };
  return html`
    <${SectionHead} title=${text.passkeys} />
    <p class="muted">${text.passkeysSentence}</p>
    <ul class="rows">${passkeys.map((passkey) =>
      html`<li class="item" key=${passkey.id}><span class="grow"><span class="strong">${passkey.name}</span>
      <span class="meta">${text.passkeySince(dayAndMonth(partsIn(passkey.createdAt).date))}</span></span>
      <button type="button" class="button bare" aria-label=${text.removeOf(passkey.name)}
        onClick=${() => setChosen(passkey)}>${text.removePasskey}</button></li>`
    )}</ul>
    <${ProblemNote} problem=${add.problem} />
    ${arePasskeysSupported() && html`
      <div class="actions">
        <${Button} kind="quiet" isRunning=${add.isRunning} onClick=${add.run}>${text.addPasskey}<//></div>
    `}
    ${chosen && html`
      <${Confirm} title=${text.removePasskeyTitle(chosen.name)} sentence=${text.removePasskeySentence}
        action=${text.removePasskey} onConfirm=${remove} onClose=${() => setChosen(null)} />
    `}
  `;
}
