/** An appeal against a refusal by the rules on who may have an account. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Area, Field } from "../../parts/fields.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote } from "../../parts/states.js";

/** @param {{ name: string, onClose: () => void }} props `name`: the address or number that was refused. */
export function AppealSheet({ name: refused, onClose }) {
  const text = useTexts("access").appeal;
  const [name, setName] = useState(refused);
  const [words, setWords] = useState("");
  const [isSent, setIsSent] = useState(false);
  const appeal = useAction(async () => {
    await call("auth.appeal", { name: name.trim(), text: words.trim() });
    setIsSent(true);
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    appeal.run();
  };
  const { problem } = appeal;
  return html`
    <${Sheet} title=${text.title} onClose=${onClose}>
      ${isSent ? html`<p role="status">${text.sent}</p>` : html`
        <form class="form" onSubmit=${submit}>
          <p class="muted">${text.sentence}</p>
          <${Field} label=${text.name} name="name" value=${name} onInput=${setName} isRequired
            fault=${problem?.faultAt("/name")} />
          <${Area} label=${text.words} note=${text.wordsNote} value=${words} onInput=${setWords} maxlength=${2_000}
            rows=${6} isRequired hasFocus fault=${problem?.faultAt("/text")} />
          <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
          <${Button} type="submit" kind="main wide" isRunning=${appeal.isRunning}>${text.send}<//>
        </form>
      `}
    <//>
  `;
}
