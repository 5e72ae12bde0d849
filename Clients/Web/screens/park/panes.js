/** The panes beside the grid on a wide screen; on a phone, above the bar and in a sheet. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { duration, nearDate, partsIn, timeOf, today } from "../../core/dates.js";
import { useAccount } from "../../core/session.js";
import { useTexts } from "../../core/languages.js";
import { Icon } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { Empty } from "../../parts/states.js";
import { reverseName, useBookingHints } from "./live.js";

/**
 * @typedef {import("./choice.js").Choosing} Choosing
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

const Steps = later(async () => (await import("./steps.js")).Steps);

/** @param {{ park: Park, choice: Choosing, isDesk: boolean }} props */
export function Choice({ park, choice, isDesk }) {
  const { hold, obstacle, booked, target, moving } = choice;
  const isBegun = obstacle || booked || target || (hold && !moving);
  const steps = isBegun && html`<${Steps} park=${park} choice=${choice} isDesk=${isDesk} />`;
  return isDesk ? html`<aside class="park-side">${steps || html`<${Hint} park=${park} />`}</aside>` : steps || null;
}

/** The first step for the person, and the next booking. @param {{ park: Park }} props */
function Hint({ park }) {
  const text = useTexts("park");
  const account = useAccount();
  const zone = park.timeZone;
  const upcoming = useAnswer("booking.history", account ? { state: "upcoming" } : null);
  useBookingHints(upcoming.refresh);
  const next = upcoming.value?.items[0];
  return html`
    <${Empty} title=${text.choose.title}>
      <p class="muted">${text.choose.sentence(duration(Math.round(park.holdSeconds / 60)))}</p>
      ${!account && html`<p class="muted">${text.choose.guest}</p>`}<//>
    ${next && html`
      <h2 class="text-2 strong">${text.choose.next}</h2>
      <a class="item" href=${`/park/bookings/${next.id}`}><span class="accent"><${Icon} name="shape-wake" class="shape" /></span>
              <span class="grow">${nearDate(partsIn(next.startsAt, zone).date, today(zone))}, ${timeOf(
                next.startsAt,
                zone,
              )}
                <span class="note-line text-2 muted">${reverseName(park, next.reverseId)} · ${text.sets(
                  next.sets,
                )}</span></span>
              <${Icon} name="next" size="small" /></a>
    `}
  `;
}
