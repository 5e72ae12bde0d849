/** Late cancellations and no-shows awaiting a decision, oldest first; for administrators. */
import { html, useState } from "../../core/view.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { useAnswer } from "../../core/answer.js";
import { useHints } from "../../core/events.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { useDesk } from "../../core/media.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { usePages } from "../../core/pages.js";
import { Button } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { More } from "../../parts/more.js";
import { Sheet } from "../../parts/sheet.js";
import { Empty, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { Permitted } from "./access.js";
import { Decision } from "./decision.js";
import { sanctionText } from "./sanctions.js";

/** @typedef {import("../../contract/types.d.ts").BookingCase} Case */

/** The board's sheet, in the file of its other sheets. */
const ReversalSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./actions.js"), loadTexts("actions")]);
  return module.ReversalSheet;
});

export default function CasesScreen() {
  const text = useTexts("cases");
  return html`<${Permitted} title=${text.title} isForAdministrators>${() => html`<${WithPark} />`}<//>`;
}

function WithPark() {
  const park = useAnswer("booking.park", {});
  if (park.value) return html`<${Cases} park=${park.value} />`;
  return html`
    <main class="page" id="main">
      <${Shown} answer=${park} rows=${4}>${() => null}<//></main>
  `;
}

/** @param {{ park: import("./day.js").Park }} props */
function Cases({ park }) {
  const text = useTexts("cases");
  const pages = usePages("booking.openCases", {});
  const { query } = usePlace();
  const isDesk = useDesk();
  const [decided, setDecided] = useState(/** @type {Case[]} */ ([]));
  const [reversing, setReversing] = useState(/** @type {Case | null} */ (null));
  useHints("bookings", pages.answer.refresh);
  const items = pages.items?.filter((one) => !decided.some(({ id }) => id === one.id));
  const chosen = items?.find((one) => one.id === query.get("case")) ?? (isDesk ? items?.[0] : undefined);
  const zone = park.timeZone;
  /** @param {string} id */
  const nameOf = (id) => park.reverses.find((one) => one.id === id)?.name ?? id;

  /** @param {Case} done */
  const finish = (done) => {
    setDecided((before) => [done, ...before.filter(({ id }) => id !== done.id)]);
    changeQuery({ case: null });
    pages.answer.refresh();
    notify({ sentence: text.decided, action: text.reverse, onAction: () => setReversing(done) });
  };
  const form = chosen && html`
    <${Decision} key=${chosen.id} open=${chosen} zone=${zone} name=${nameOf(chosen.reverseId)} maximumSets=${8}
      onDecided=${finish} />
  `;
  return html`
    <main class="page cases" id="main">
      <${Head} title=${text.title} back="/staff" />
      <${Shown} answer=${pages.answer} rows=${4} zone=${zone}>${() =>
        items?.length === 0
          ? html`
            <${Empty} title=${text.none} drawing="done">
              <p class="muted">${text.noneNote}</p>
              <//>
          `
          : html`
            <div class="two">
              <div>
                <ul class="rows">${items?.map((one) =>
                  html`
                    <li key=${one.id}>
                      <${CaseRow} one=${one} zone=${zone} name=${nameOf(one.reverseId)}
                        isChosen=${one.id === chosen?.id} />
                    </li>
                  `
                )}</ul>
                <${More} pages=${pages} />
              </div>
              ${isDesk && form && html`<section class="panel">${form}</section>`}
            </div>
            ${!isDesk && form &&
              html`<${Sheet} title=${text.decision} onClose=${() =>
                changeQuery({ case: null })} hasHiddenTitle>${form}<//>`}
          `}<//>
      <${Decided} cases=${decided} zone=${zone} onReverse=${setReversing} />
      ${reversing && html`
        <${ReversalSheet} id=${reversing.id} onClose=${() => setReversing(null)}
          onDone=${(/** @type {Case} */ done) => {
            setReversing(null);
            setDecided((before) => before.map((one) => (one.id === done.id ? { ...one, ...done } : one)));
            notify({ sentence: text.reversed });
          }} />
      `}
    </main>
  `;
}

/** @param {{ one: Case, zone: string, name: string, isChosen: boolean }} props */
function CaseRow({ one, zone, name, isChosen }) {
  const text = useTexts("cases");
  const { date } = partsIn(one.startsAt, zone);
  return html`
    <button type="button" class="item case" aria-current=${isChosen ? "true" : undefined}
      onClick=${() => changeQuery({ case: one.id })}>
      <span class="grow"><span class="strong">${one.customer?.name}</span>
        <span class="meta">${text.kinds[one.kind] ?? one.kind}, ${dayAndMonth(date, today(zone))}, ${timeOf(
          one.startsAt,
          zone,
        )}, ${name}</span>
        <span class="meta">${text.since(momentOf(one.openedAt, zone))}</span></span>
      <${Icon} name="next" size="small" class="go" /></button>
  `;
}

/**
 * The decisions made since the screen was opened.
 * @param {{ cases: Case[], zone: string, onReverse: (one: Case) => void }} props
 */
function Decided({ cases, zone, onReverse }) {
  const text = useTexts("cases");
  if (cases.length === 0) return null;
  return html`
    <section>
      <h2 class="side-head">${text.justDecided}</h2>
      <ul class="rows">${cases.map((one) =>
        html`<li class="item"><span class="grow"><span class="strong">${
          one.customer?.name ?? text.kinds[one.kind]
        }</span>
        <span class="meta">${one.decision && sanctionText(one.decision, zone)}${
          one.state === "reversed" ? `, ${text.isReversed}` : ""
        }</span></span>
        ${
          one.state === "decided" &&
          html`<${Button} kind="bare" onClick=${() => onReverse(one)}>${text.reverse}<//>`
        }</li>`
      )}</ul>
    </section>
  `;
}
