/** The park's day for its staff: bookings by reverse and time, with their actions. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { useSettings } from "../../core/settings.js";
import { AnswerStrips, Failed, Shown, Skeleton } from "../../parts/states.js";
import { later } from "../../parts/later.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { Permitted } from "./access.js";
import { blocksOf } from "./board-geometry.js";
import { useDay } from "./day.js";
import { leastDigits } from "./digits-field.js";
import { Lanes } from "./lanes.js";
import { Side } from "./side.js";
import { BoardHead } from "./board-head.js";
import { useShortcuts } from "./shortcuts.js";

/** The sheets of the actions, loaded together with their texts when the first one opens. */
const ActionSheets = laterSheet(async () => {
  const [module] = await Promise.all([import("./actions.js"), loadTexts("actions")]);
  return module.ActionSheets;
});

const Found = later(async () => (await import("./search.js")).Found);

export default function BoardScreen() {
  const text = useTexts("staff");
  return html`<${Permitted} title=${text.title}>${() => html`<${WithPark} />`}<//>`;
}

function WithPark() {
  const park = useAnswer("booking.park", {});
  if (park.value) return html`<${Board} park=${park.value} />`;
  return html`
    <main class="page" id="main">
      <${Shown} answer=${park} rows=${8}>${() => null}<//></main>
  `;
}

/** @param {{ park: import("./day.js").Park }} props */
function Board({ park }) {
  const day = useDay({ park });
  useShortcuts(day);
  const { hasNoKeys } = useSettings();
  const { board } = day;
  const blocks = board.value ? blocksOf(board.value, day.lanes, day.now) : [];
  const isSearching = day.digits.length >= leastDigits;
  return html`
    <main class=${`page board ${hasNoKeys ? "no-keys" : ""}`} id="main">
      <div class="board-main">
        <${BoardHead} day=${day} />
        <div class="board-strips"><${AnswerStrips} answer=${board} zone=${day.zone} /></div>
        ${isSearching
          ? html`<${Found} day=${day} />`
          : board.value
          ? html`<${Lanes} day=${day} board=${board.value} blocks=${blocks} />`
          : board.problem && !board.isLoading
          ? html`<${Failed} problem=${board.problem} onAgain=${board.refresh} />`
          : html`<${Skeleton} rows=${8} />`}
      </div>
      <${Side} day=${day} blocks=${blocks} />
      ${day.action && html`<${ActionSheets} day=${day} onClose=${day.endAction} />`}
    </main>
  `;
}
