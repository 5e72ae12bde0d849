/** The state of a museum, open or closed, from the hours of its next days; works on kept answers, too. */
import { today } from "../../core/dates.js";

/**
 * @typedef {import("../../contract/types.d.ts").MuseumsOpeningHours} Hours
 * @typedef {import("../../contract/types.d.ts").MuseumsOpeningDay} Day
 *
 * @typedef {{ isOpen: true, until?: string }} Open Without an end if it lies after the known days.
 * @typedef {{ isOpen: false, opensAt?: string, because?: string }} Closed
 */

/**
 * The state at a moment, or undefined after the days of the answer.
 * @param {Hours} hours @param {number} now
 * @returns {Open | Closed | undefined}
 */
export function stateOf({ days, timeZone, status }, now) {
  const day = days.find(({ date }) => date === today(timeZone, now));
  if (!day) return undefined;
  const spans = days.flatMap((one) => one.spans).map(({ opensAt, closesAt }) => ({
    opensAt,
    from: Date.parse(opensAt),
    to: Date.parse(closesAt),
  }));
  // The hours of the day before the first one may go on after midnight.
  const late = status.isOpen && status.changesAt
    ? { opensAt: "", from: Date.parse(status.at), to: Date.parse(status.changesAt) }
    : null;
  const all = late ? [late, ...spans] : spans;
  const current = all.find(({ from, to }) => from <= now && now < to);
  if (current) {
    let { to } = current;
    for (const span of spans) if (span.from <= to) to = Math.max(to, span.to);
    const isLast = to >= Math.max(...spans.map((span) => span.to)) && spans.length >= days.length;
    return { isOpen: true, ...(isLast && !status.changesAt ? {} : { until: new Date(to).toISOString() }) };
  }
  const next = spans.find(({ from }) => from > now);
  const later = !next && status.changesAt && Date.parse(status.changesAt) > now ? status.changesAt : undefined;
  return { isOpen: false, opensAt: next?.opensAt ?? later, because: day.closedBecause ?? "hours" };
}
