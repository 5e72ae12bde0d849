/** Confirmations and reminders: by which channel, which of them, and the quiet hours. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { useTexts } from "../../core/languages.js";
import { useAccount } from "../../core/session.js";
import { Button } from "../../parts/button.js";
import { Field, Tick } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { Head, SectionHead } from "../../parts/head.js";
import { ProblemNote, Shown, SignedOut } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").BookingNoticeSettings} Settings */

export default function NoticesScreen() {
  const text = useTexts("notices");
  const account = useAccount();
  const answer = useAnswer("booking.notices", account ? {} : null);
  return html`
    <main class="page narrow-forms" id="main">
      <${Head} title=${text.title} back="/park/bookings" />
      ${account
        ? html`<${Shown} answer=${answer} rows=${4}>${(/** @type {Settings} */ settings) =>
          html`<${Form} settings=${settings} />`}<//>`
        : html`<${SignedOut} sentence=${text.signIn} />`}
    </main>
  `;
}

const ticks = /** @type {const} */ (["hasConfirmation", "hasDayReminder", "hasHourReminder"]);

/** @param {{ settings: Settings }} props */
function Form({ settings }) {
  const text = useTexts("notices");
  // Apart from the settings, which are kept ones at first: fresh ones must not undo what the person has changed.
  const [changes, setChanges] = useState(/** @type {Partial<Settings>} */ ({}));
  const form = { ...settings, ...changes };
  /** @param {Partial<Settings>} change */
  const change = (change) => setChanges({ ...changes, ...change });
  const saving = useAction(async () => {
    const { channels: _, ...params } = form;
    await call("booking.setNotices", /** @type {any} */ (params));
    notify({ sentence: text.saved });
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    saving.run();
  };
  return html`
    <form class="form" onSubmit=${submit} noValidate>
      ${settings.channels.length > 1 && html`
        <${Options} class="roomy" label=${text.channel} value=${form.channel}
          options=${settings.channels.map((value) => ({ value, name: text.channels[value] ?? value }))}
          onChange=${(/** @type {any} */ channel) => change({ channel })} />
      `}
      ${settings.channels.length === 0 && html`<p class="note warning">${text.nowhere}</p>`}
      <div>${ticks.map((one) =>
        html`
          <${Tick} isChecked=${form[one]} onChange=${(/** @type {boolean} */ value) =>
            change({ [one]: value })}>${text[one]}<//>
        `
      )}</div>
      <${SectionHead} title=${text.quiet} />
      <p class="muted">${text.quietNote}</p>
      <${Field} label=${text.from} type="time" value=${form.quietFrom}
        fault=${saving.problem?.faultAt("/quietFrom")}
        onInput=${(/** @type {string} */ quietFrom) => change({ quietFrom })} />
      <${Field} label=${text.to} type="time" value=${form.quietTo} fault=${saving.problem?.faultAt("/quietTo")}
        onInput=${(/** @type {string} */ quietTo) => change({ quietTo })} />
      <p class="note muted">${text.always}</p>
      <${ProblemNote} problem=${saving.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${saving.isRunning}
        isDisabled=${!form.quietFrom || !form.quietTo}>${text.save}<//>
    </form>
  `;
}
