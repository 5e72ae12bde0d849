/** Late cancellations and no-shows: those awaiting a decision, oldest first, and the decided ones; for administrators. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { useAnswer } from "../../core/answer.js";
import { useHints } from "../../core/events.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { useDesk } from "../../core/media.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { usePages } from "../../core/pages.js";
import { Done } from "../../parts/drawings.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { More } from "../../parts/more.js";
import { Sheet } from "../../parts/sheet.js";
import { Empty, Shown } from "../../parts/states.js";
import { Tabs } from "../../parts/tabs.js";
import { notify } from "../../parts/toast.js";
import { Permitted } from "./access.js";
import { DecidedCases, nameOf } from "./decided-cases.js";
import { Decision } from "./decision.js";

/** @typedef {import("../../contract/types.d.ts").BookingCase} Case */

const tabs = /** @type {const} */ (["open", "appeals", "decided"]);
const panel = "cases-panel";

/** The board's sheet, in the file of its other sheets. */
const ReversalSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./actions.js"), loadTexts("actions")]);
  return module.ReversalSheet;
});

const Appeals = later(async () => {
  const [module] = await Promise.all([import("./appeals.js"), loadTexts("appeals")]);
  return module.Appeals;
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
  const { query } = usePlace();
  const tab = tabs.find((one) => one === query.get("tab")) ?? "open";
  const [reversing, setReversing] = useState(/** @type {{ id: string, onDone: () => void } | null} */ (null));
  return html`
    <main class="page cases" id="main">
      <${Head} title=${text.title} back="/staff" />
      <${Tabs} label=${text.title} value=${tab} panel=${panel}
        options=${tabs.map((value) => ({ value, name: text.tabs[value] }))}
        onChange=${(/** @type {string} */ next) => changeQuery({ tab: next === "open" ? null : next, case: null })} />
      <div id=${panel} role="tabpanel" aria-label=${text.tabs[tab]}>${tab === "open"
        ? html`<${OpenCases} park=${park} onReverse=${setReversing} />`
        : tab === "appeals"
        ? html`<${Appeals} park=${park} onReverse=${setReversing} />`
        : html`<${DecidedCases} park=${park} onReverse=${setReversing} />`}</div>
      ${reversing && html`
        <${ReversalSheet} id=${reversing.id} onClose=${() => setReversing(null)}
          onDone=${() => {
            setReversing(null);
            reversing.onDone();
            notify({ sentence: text.reversed });
          }} />
      `}
    </main>
  `;
}

/** @param {{ park: import("./day.js").Park, onReverse: import("./decided-cases.js").OnReverse }} props */
function OpenCases({ park, onReverse }) {
  const text = useTexts("cases");
  const pages = usePages("booking.openCases", {});
  const { query } = usePlace();
  const isDesk = useDesk();
  // A decided case leaves the list at once, before the list is read again.
  const [decided, setDecided] = useState(/** @type {string[]} */ ([]));
  const [forms] = useState(() => new Map());
  useHints("bookings", pages.answer.refresh);
  const items = pages.items?.filter((one) => !decided.includes(one.id));
  const chosen = items?.find((one) => one.id === query.get("case")) ?? (isDesk ? items?.[0] : undefined);
  const zone = park.timeZone;

  /** @param {Case} done */
  const finish = (done) => {
    setDecided((before) => [done.id, ...before]);
    changeQuery({ case: null });
    pages.answer.refresh();
    const onAction = () => onReverse({ id: done.id, onDone: pages.answer.refresh });
    notify({ sentence: text.decided, action: text.reverse, onAction });
  };
  const form = chosen && html`
    <${Decision} key=${chosen.id} open=${chosen} zone=${zone} name=${nameOf(park, chosen.reverseId)} maximumSets=${8}
      forms=${forms} onDecided=${finish} />
  `;
  return html`
    <${Shown} answer=${pages.answer} rows=${4} zone=${zone}>${() =>
      items?.length === 0
        ? html`
          <${Empty} title=${text.none} drawing=${Done}>
            <p class="muted">${text.noneNote}</p>
            <//>
        `
        : html`
          <div class="two">
            <div>
              <ul class="rows">${items?.map((one) =>
                html`
                  <li key=${one.id}>
                    <${CaseRow} one=${one} zone=${zone} name=${nameOf(park, one.reverseId)}
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
