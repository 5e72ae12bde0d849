/** Ending a closure. */
import "../../contract/staff-methods.js";
import { html } from "../../core/view.js";
import { call } from "../../core/api.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { ActionSheet } from "./action-sheet.js";

/** @param {{ day: import("./day.js").Day, closure: import("./day.js").Closure }} props */
export function ReopenSheet({ day, closure }) {
  const { reopen: text } = useTexts("actions");
  const run = async () => {
    await call("booking.reopen", { id: closure.id });
    day.open(null);
    day.finish(null, { sentence: text.done });
  };
  const period = `${momentOf(closure.from, day.zone, day.now)} – ${momentOf(closure.to, day.zone, day.now)}`;
  return html`
    <${ActionSheet} title=${text.title} lead=${`${closure.reason}, ${period}`} intention=${closure.id} onRun=${run}
      onClose=${day.endAction} confirm=${text.confirm} consequences=${[
        { sentence: text.free },
        { sentence: text.stay, kind: "muted", icon: "note" },
      ]} />
  `;
}
