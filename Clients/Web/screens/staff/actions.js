/** The actions of the board: each has a sheet that explains its effect. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { CancelSheet, CheckInSheet, NoShowSheet, NoteSheet } from "./booking-actions.js";
import { ClosureSheet } from "./closure.js";
import { PayBackSheet, SettleSheet } from "./debts.js";
import { MoveSheet } from "./move.js";
import { ReopenSheet } from "./reopen.js";
import { ReversalSheet } from "./reversal.js";
import { WalkInSheet } from "./walk-in.js";

export { ReversalSheet };

/** @param {{ day: import("./day.js").Day }} props */
export function ActionSheets({ day }) {
  const { action } = day;
  const text = useTexts("actions");
  switch (action?.kind) {
    case "check-in":
      return html`<${CheckInSheet} day=${day} item=${action.item} />`;
    case "no-show":
      return html`<${NoShowSheet} day=${day} item=${action.item} />`;
    case "note":
      return html`<${NoteSheet} day=${day} item=${action.item} />`;
    case "move":
      return html`<${MoveSheet} day=${day} item=${action.item} />`;
    case "cancel":
      return html`<${CancelSheet} day=${day} item=${action.item} />`;
    case "settle":
      return html`<${SettleSheet} day=${day} customer=${action.customer} />`;
    case "pay-back":
      return html`<${PayBackSheet} day=${day} customer=${action.customer} />`;
    case "walk-in":
      return html`<${WalkInSheet} day=${day} />`;
    case "close":
      return html`<${ClosureSheet} day=${day} />`;
    case "reopen":
      return html`<${ReopenSheet} day=${day} closure=${action.closure} />`;
    case "reversal": {
      const { caseId } = action.item.booking;
      const done = () => day.finish(null, { sentence: text.reversal.done });
      return caseId && html`<${ReversalSheet} id=${caseId} onDone=${done} onClose=${day.endAction} />`;
    }
    default:
      return null;
  }
}
