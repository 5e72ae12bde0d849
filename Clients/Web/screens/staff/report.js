/** Occupancy and revenue by day and reverse, for administrators; also as a file. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html } from "../../core/view.js";
import { problemOf, sendSigned } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { addDays, dayAndMonth, today } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { money } from "../../core/money.js";
import { language, useTexts } from "../../core/languages.js";
import { Problem } from "../../core/problem.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { saveFile } from "../../core/save-file.js";
import { limited } from "../../core/waiting.js";
import { Button } from "../../parts/button.js";
import { Field, Select } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { Empty, ProblemNote, Shown } from "../../parts/states.js";
import { Permitted } from "./access.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingReportResult} Report
 * @typedef {import("../../contract/types.d.ts").BookingReportRow} Row
 */

const lengths = [1, 7, 14, 31, 62];

export default function ReportScreen() {
  const text = useTexts("report");
  return html`<${Permitted} title=${text.title} isForAdministrators>${() => html`<${Loaded} />`}<//>`;
}

function Loaded() {
  const text = useTexts("report");
  const { query } = usePlace();
  const park = useAnswer("booking.park", {}).value;
  const days = lengths.find((one) => String(one) === query.get("days")) ?? 7;
  const from = query.get("from") ?? (park && addDays(today(park.timeZone), 1 - days));
  const answer = useAnswer("booking.report", from ? { from, days } : null);
  useHints("bookings", answer.refresh);
  const file = useAction(() => download(from ?? "", days));
  /** @param {string | undefined} id */
  const nameOf = (id) => id ? park?.reverses.find((one) => one.id === id)?.name ?? id : text.other;
  return html`
    <main class="page" id="main">
      <${Head} title=${text.title} back="/staff" />
      <div class="triple">
        <${Field} label=${text.from} type="date" value=${from ?? ""}
          onInput=${(/** @type {string} */ date) => date && changeQuery({ from: date })} />
        <${Select} label=${text.days} value=${String(days)}
          options=${lengths.map((one) => ({ value: String(one), name: String(one) }))}
          onChange=${(/** @type {string} */ value) => changeQuery({ days: value })} />
      </div>
      <${Shown} answer=${answer} rows=${6}>${(/** @type {Report} */ report) =>
        report.items.length === 0 ? html`<${Empty} title=${text.none} />` : html`
          <${Table} report=${report} nameOf=${nameOf} />
          <${ProblemNote} problem=${file.problem} />
          <div class="actions">
            <${Button} kind="quiet" isRunning=${file.isRunning} onClick=${file.run}>${text.download}<//></div>
        `}<//>
    </main>
  `;
}

/** @param {{ report: Report, nameOf: (id?: string) => string }} props */
function Table({ report, nameOf }) {
  const text = useTexts("report");
  /** @param {Omit<Row, "date" | "reverseId">} row */
  const cells = (row) => {
    const values = /** @type {[string, string | number][]} */ ([
      [text.bookings, row.bookings],
      [text.sets, row.sets],
      [text.occupancy, share(row.sets, row.availableSets)],
      [text.passSets, row.passSets],
      [text.noShows, row.noShows],
      [text.late, row.lateCancellations],
      [text.revenue, money(row.revenue)],
    ]);
    // On a narrow screen each cell shows its column's name; screen readers take it from the table's head.
    return values.map(([name, value]) => html`<td><small aria-hidden="true">${name}</small>${value}</td>`);
  };
  return html`
    <table class="report">
      <thead>
        <tr>
          <th scope="col">${text.date}</th>
          <th scope="col">${text.reverse}</th>
          <th scope="col">${text.bookings}</th>
          <th scope="col">${text.sets}</th>
          <th scope="col">${text.occupancy}</th>
          <th scope="col">${text.passSets}</th>
          <th scope="col">${text.noShows}</th>
          <th scope="col">${text.late}</th>
          <th scope="col">${text.revenue}</th>
        </tr>
      </thead>
      <tbody>${report.items.map((row) =>
        html`<tr key=${`${row.date} ${row.reverseId}`}><td class="no-break">${dayAndMonth(row.date)}</td>
        <th scope="row">${nameOf(row.reverseId)}</th>${cells(row)}</tr>`
      )}</tbody>
      <tfoot>
        <tr><th scope="row" colspan="2">${text.total}</th>${cells(report.total)}</tr>
      </tfoot>
    </table>
  `;
}

/** The share of sets that are booked, in per cent. @param {number} sets @param {number} available */
function share(sets, available) {
  if (!available) return "–";
  return `${Math.round(sets * 100 / available)}${language.current === "en" ? "" : "\u00a0"}%`;
}

/** Saves a period's report as a file. @param {string} from @param {number} days @throws {Problem} */
async function download(from, days) {
  const query = new URLSearchParams({ from, days: String(days) });
  const response = await sendSigned(`/v1/board/report.csv?${query}`, { signal: limited() });
  if (!response.ok) throw await problemOf(response);
  const content = await response.blob().catch(() => {
    throw new Problem({ status: 0 });
  });
  saveFile(`vokol-${from}-${days}.csv`, content);
}
