/** The account's bookings: upcoming, past, cancelled, and the park's decisions. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { longDate, partsIn, today } from "../../core/dates.js";
import { usePages } from "../../core/pages.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { Done } from "../../parts/drawings.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { More } from "../../parts/more.js";
import { closeSheet } from "../../parts/sheet.js";
import { Empty, Shown, SignedOut } from "../../parts/states.js";
import { Tabs } from "../../parts/tabs.js";
import { BookingRow, CaseRow } from "./rows.js";
import { useBookingHints, usePark } from "./live.js";

const tabs = /** @type {const} */ (["upcoming", "past", "cancelled", "cases"]);
const panel = "bookings-panel";

const CalendarSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./calendar-sheet.js"), loadTexts("calendars")]);
  return module.CalendarSheet;
});

export default function BookingsScreen() {
  const title = useTexts("park").bookings;
  const text = useTexts("bookings");
  const account = useAccount();
  const asked = useQuery("tab");
  const tab = tabs.find((one) => one === asked) ?? "upcoming";
  return html`
    <main class="page listed" id="main">
      <${Head} title=${title} back="/park" />
      ${account
        ? html`
          <${Tabs} label=${title} value=${tab} panel=${panel}
            options=${tabs.map((value) => ({ value, name: text.tabs[value] }))}
            onChange=${(/** @type {string} */ next) => changeQuery({ tab: next === "upcoming" ? null : next })} />
          <div id=${panel} role="tabpanel" aria-label=${text.tabs[tab]}>${tab === "cases"
            ? html`<${Cases} />`
            : html`<${Bookings} key=${tab} state=${tab} />`}</div>
          <div class="rows follows"><a class="item" href="/park/waitlist"><span class="grow">${text.waitlist}</span>
            <${Icon} name="next" size="small" class="go" /></a><a class="item" href="/park/notices"><span class="grow">${text
              .notices}</span>
            <${Icon} name="next" size="small" class="go" /></a><button type="button" class="item" aria-haspopup="dialog"
            onClick=${() => changeQuery({ calendar: "1" }, { pushes: true })}><span class="grow">${text.calendar}</span>
            <${Icon} name="next" size="small" class="go" /></button></div>
          <${Calendar} />
        `
        : html`<${SignedOut} sentence=${text.signIn} />`}
    </main>
  `;
}

/** The sheet of the calendar feed, while the address asks for it. */
function Calendar() {
  const isOpen = useQuery("calendar") !== null;
  return isOpen && html`<${CalendarSheet} onClose=${() => closeSheet("calendar")} />`;
}

/** @param {{ state: "upcoming" | "past" | "cancelled" }} props */
function Bookings({ state }) {
  const text = useTexts("bookings");
  const park = usePark().value;
  const pages = usePages("booking.history", { state });
  useBookingHints(pages.answer.refresh);
  return html`
    <${Shown} answer=${pages.answer} zone=${park?.timeZone}>${() =>
      pages.items?.length
        ? html`${
          byDay(pages.items).map(([date, bookings]) =>
            html`
              <section key=${date}>
                <h2 class="day-name text-2 strong">${longDate(date, today(park?.timeZone))}</h2>
                <div class="rows">${bookings.map((booking) =>
                  html`<${BookingRow} key=${booking.id} booking=${booking} park=${park} />`
                )}</div>
              </section>
            `
          )
        }<${More} pages=${pages} />`
        : html`<${Empty} title=${text.none[state]}>${
          state === "upcoming" && html`
            ${park && html`<p class="muted">${text.firstSet(park.setMinutes)}</p>`}
            <a class="button main small" href="/park">${text.find}</a>
          `
        }<//>`}<//>
  `;
}

function Cases() {
  const text = useTexts("bookings");
  const park = usePark().value;
  const pages = usePages("booking.cases", {});
  return html`
    <${Shown} answer=${pages.answer} zone=${park?.timeZone}>${() =>
      pages.items?.length
        ? html`
          <div class="rows">${pages.items.map((one) =>
            html`<${CaseRow} key=${one.id} item=${one} park=${park} />`
          )}</div>
          <${More} pages=${pages} />
        `
        : html`
          <${Empty} drawing=${Done} title=${text.none.cases}>
            <p class="muted">${text.casesNote}</p>
            <//>
        `}<//>
  `;
}

/**
 * Bookings grouped by day, in their order.
 * @param {import("../../contract/types.d.ts").BookingRecord[]} bookings
 */
function byDay(bookings) {
  /** @type {Map<string, typeof bookings>} */
  const days = new Map();
  for (const booking of bookings) {
    const { date } = partsIn(booking.startsAt, booking.timeZone);
    days.set(date, [...(days.get(date) ?? []), booking]);
  }
  return [...days];
}
