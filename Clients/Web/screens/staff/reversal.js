/** Reversing a decision. */
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useTexts } from "../../core/languages.js";
import { Area } from "../../parts/fields.js";
import { ActionSheet } from "./action-sheet.js";

/**
 * @param {{ id: string, onDone: (decided: import("../../contract/types.d.ts").BookingCase) => void,
 *   onClose: () => void }} props `id`: the id of the case.
 */
export function ReversalSheet({ id, onDone, onClose }) {
  const { reversal: text } = useTexts("actions");
  const [reason, setReason] = useState("");
  const run = async () => onDone(await call("booking.reverseDecision", { id, reason: reason.trim() }));
  return html`
    <${ActionSheet} title=${text.title} intention=${id} onRun=${run} onClose=${onClose} confirm=${text.confirm}
      isDangerous hasFields isReady=${reason.trim() !== ""} consequences=${[
        { sentence: text.returns },
        { sentence: text.tells, kind: "muted", icon: "note" },
      ]}>
      <${Area} label=${text.reason} value=${reason} onInput=${setReason} maxlength=${500} hasFocus />
      <//>
  `;
}
