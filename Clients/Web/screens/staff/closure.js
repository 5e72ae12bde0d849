/** Closing the park or one reverse; lists the affected bookings first. */
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { call } from "../../core/api.js";
import { dayAndMonth, partsIn, timeOf } from "../../core/dates.js";
import { Area, Field } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { Failed, Skeleton } from "../../parts/states.js";
import { ActionSheet } from "./action-sheet.js";
import { useAffected } from "./affected.js";
import { periodOf, wishFor } from "./closed-period.js";
import { lastDigits } from "./telephone.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./board-geometry.js").Item} Item
 * @typedef {import("./closed-period.js").Wish} Wish
 */

/** @param {{ day: Day }} props */
export function ClosureSheet({ day }) {
  const { closure: text } = useTexts("actions");
  const [wish, setWish] = useState(() => wishFor(day));
  const [reason, setReason] = useState("");
  const period = periodOf(wish, day.zone, day.now);
  const params = period && { ...period, reverseId: wish.reverseId || undefined };
  // The board loads again at each change of the park.
  const found = useAffected(params, day.board.fetchedAt);
  const affected = found.items?.filter(({ booking }) => booking.state === "booked");
  const number = affected && text.number(affected.length, Boolean(found.hasMore));
  /** @param {string} key */
  const close = async (key) => {
    if (!params) return;
    const closed = await call("booking.close", { ...params, reason: reason.trim() }, { key });
    day.finish(null, {
      sentence: text.done(closed.cancelled + closed.remaining),
      action: day.text.reopen,
      onAction: () => day.act({ kind: "reopen", closure: closed }),
    });
  };
  return html`
    <${ActionSheet} title=${text.title} intention=${[params, reason]} onRun=${close} onClose=${day.endAction} isBroad
      hasFields isDangerous isReady=${Boolean(affected && reason.trim())}
      confirm=${affected?.length ? text.confirmCancelling(number ?? "") : text.confirm} consequences=${[
        affected?.length ? { sentence: text.tells, kind: "warning" } : undefined,
        { sentence: text.holds },
        { sentence: text.undo, kind: "muted", icon: "note" },
      ]}>${(/** @type {any} */ problem) =>
        html`
          <${Period} day=${day} wish=${wish} change=${(/** @type {Partial<Wish>} */ change) =>
            setWish((before) => ({ ...before, ...change }))} isRight=${Boolean(period)} />
          <${Area} label=${text.reason} value=${reason} onInput=${setReason} rows=${1} maxlength=${500}
            fault=${problem?.faultAt("/reason")} />
          <section class="affected" aria-live="polite">
            <h3 class="text-2 strong">${text.affected}</h3>
            ${affected
              ? html`<${Affected} day=${day} items=${affected} number=${number} />`
              : found.problem
              ? html`<${Failed} problem=${found.problem} onAgain=${found.refresh} />`
              : params
              ? html`<${Skeleton} rows=${2} />`
              : html`<p class="muted text-2">${text.wrong}</p>`}
          </section>
        `}<//>
  `;
}

/** @param {{ day: Day, wish: Wish, change: (change: Partial<Wish>) => void, isRight: boolean }} props */
function Period({ day, wish, change, isRight }) {
  const { closure: text } = useTexts("actions");
  return html`
    <${Options} label=${text.reverse} value=${wish.reverseId} options=${[
      { value: "", name: text.all },
      ...day.park.reverses.map(({ id, name }) => ({ value: id, name })),
    ]} onChange=${(/** @type {string} */ reverseId) => change({ reverseId })} />
    <div class="quadruple">
      <${Field} label=${text.date} type="date" value=${wish.date}
        onInput=${(/** @type {string} */ date) => date && change({ date, lastDate: laterOf(date, wish.lastDate) })} />
      <${Field} label=${text.from} type="time" value=${wish.from}
        onInput=${(/** @type {string} */ from) => change({ from })} />
      <${Field} label=${text.lastDate} type="date" value=${wish.lastDate} min=${wish.date}
        onInput=${(/** @type {string} */ lastDate) => lastDate && change({ lastDate })} />
      <${Field} label=${text.to} type="time" value=${wish.to} fault=${isRight ? undefined : text.wrong}
        onInput=${(/** @type {string} */ to) => change({ to })} />
    </div>
  `;
}

/** @param {string} one @param {string} other */
const laterOf = (one, other) => (one > other ? one : other);

/** @param {{ day: Day, items: Item[], number?: string }} props */
function Affected({ day, items, number }) {
  const { closure: text } = useTexts("actions");
  if (items.length === 0) return html`<p class="positive text-2">${text.none}</p>`;
  return html`
    <p class="text-2 muted">${number}</p>
    <ul class="rows">${items.map(({ booking, customer }) => {
      const { date } = partsIn(booking.startsAt, day.zone);
      const note = date === day.date ? "" : `, ${dayAndMonth(date, day.present)}`;
      return html`<li class="item"><span class="side-time">${timeOf(booking.startsAt, day.zone)}</span>
        <span class="grow">${customer.name} <span class="muted no-break">${lastDigits(customer.phone)}</span>
          <span class="meta">${day.nameOf(booking.reverseId)}, ${
        day.text.sets(booking.sets)
      }${note}</span></span></li>`;
    })}</ul>
  `;
}
