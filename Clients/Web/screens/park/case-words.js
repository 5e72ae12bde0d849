/** The customer's side of a case: their words before the decision, and an appeal against it. */
import "../../contract/account-methods.js";
import "../../contract/park-methods.js";
import { html, useState } from "../../core/view.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Area } from "../../parts/fields.js";
import { ProblemNote } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { useBookingHints } from "./live.js";

/** @typedef {import("../../contract/types.d.ts").BookingCase} Case */

/** @param {{ id: string, zone: string }} props */
export function CaseWords({ id, zone }) {
  const answer = useAnswer("booking.cases", { limit: 100 }, { isKept: false });
  useBookingHints(answer.refresh);
  const item = answer.value?.items.find((one) => one.id === id);
  if (!item) return null;
  return html`<${Words} key=${item.state} item=${item} zone=${zone} onChange=${answer.refresh} />`;
}

/** @param {{ item: Case, zone: string, onChange: () => void }} props */
function Words({ item, zone, onChange }) {
  const text = useTexts("words");
  const { statement, appeal } = item;
  const mayAppeal = item.appealUntil !== undefined && Date.parse(item.appealUntil) > Date.now();
  return html`
    <section class="case-words" aria-label=${text.title}>
      ${statement && item.state !== "open" && html`
        <h2 class="text-2 strong">${text.yours}</h2>
        <p class="words">${statement.text}</p>
      `}
      ${item.state === "open" &&
        html`<${Form} text=${text.statement} first=${statement?.text ?? ""} onSend=${async (
          /** @type {string} */ words,
        ) => {
          await call("booking.explain", { id: item.id, text: words });
          notify({ sentence: text.statement.sent });
          onChange();
        }} />`}
      ${appeal && html`
        <h2 class="text-2 strong">${text.appealed(momentOf(appeal.at, zone))}</h2>
        <p class="words">${appeal.text}</p>
        <p class=${`note ${appeal.state === "granted" ? "positive" : "muted"}`}>${text.states[appeal.state] ??
          appeal.state}${appeal.answer && ` ${appeal.answer}`}</p>
      `}
      ${mayAppeal &&
        html`
          <${Form} text=${text.appeal} first="" note=${text.until(momentOf(item.appealUntil ?? "", zone))}
            onSend=${async (/** @type {string} */ words) => {
              await call("booking.appeal", { id: item.id, text: words });
              notify({ sentence: text.appeal.sent });
              onChange();
            }} />
        `}
    </section>
  `;
}

/**
 * @param {{ text: { label: string, note: string, send: string }, first: string, note?: string,
 *   onSend: (words: string) => Promise<void> }} props
 */
function Form({ text, first, note, onSend }) {
  const [words, setWords] = useState(first);
  const sending = useAction(() => onSend(words.trim()));
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (words.trim()) sending.run();
  };
  return html`
    <form class="form" onSubmit=${submit} noValidate>
      <${Area} label=${text.label} note=${note ?? text.note} value=${words} onInput=${setWords} maxlength=${1000}
        fault=${sending.problem?.faultAt("/text")} />
      <${ProblemNote} problem=${sending.problem} />
      <div class="actions">
        <${Button} type="submit" kind="quiet" isRunning=${sending.isRunning}
          isDisabled=${!words.trim() || words.trim() === first}>${text.send}<//></div>
    </form>
  `;
}
