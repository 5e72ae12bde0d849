/** The person's plans: the lessons of the chosen timetable, and bookings at the park. */
import "../../contract/park-methods.js";
import "../../contract/timetable-methods.js";
import { useAnswer } from "../../core/answer.js";
import { today } from "../../core/dates.js";
import { useAccount } from "../../core/session.js";
import { useSettings } from "../../core/settings.js";
import { lessonsOn, planOf, presentAt, zone } from "../../core/timetable.js";
import { useMemo } from "../../core/view.js";
import { entriesOf, entryOfBooking } from "./day-plan.js";

/**
 * @typedef {import("./day-plan.js").Entry} Entry
 * @typedef {import("../../contract/types.d.ts").ScheduleTimetable} Timetable
 */
/**
 * @typedef {object} Plans
 * @property {{ kind: string, id: string } | undefined} owner The chosen group or lecturer.
 * @property {import("../../core/answer.js").Answer<Timetable>} timetable
 * @property {import("./day-plan.js").Plan | null} plan
 * @property {Entry[]} lessons The lessons of the day, including past ones.
 * @property {Entry[]} bookings
 * @property {import("../../contract/types.d.ts").BookingReverse[]} reverses
 */

const shownBookings = 5;

/**
 * The whole timetable is loaded at once, so that the next lesson is available without a network on any later day.
 * @param {number} now
 * @returns {Plans}
 */
export function usePlans(now) {
  const { timetable: owner } = useSettings();
  const group = owner?.kind === "group" ? { group: owner.id } : null;
  const lecturer = owner?.kind === "lecturer" ? { lecturer: owner.id } : null;
  const ofGroup = useAnswer("schedule.forGroup", group);
  const ofLecturer = useAnswer("schedule.forLecturer", lecturer);
  const exams = useAnswer("schedule.exams", group ?? lecturer);
  const timetable = lecturer ? ofLecturer : ofGroup;
  const seenOn = today(zone, timetable.fetchedAt ?? now);
  const plan = useMemo(
    () => timetable.value ? planOf(timetable.value, exams.value, { subgroup: owner?.subgroup, seenOn }) : null,
    [timetable.value, exams.value, owner?.subgroup, seenOn],
  );
  const lessons = plan ? entriesOf(lessonsOn(plan, presentAt(now).date), now) : [];
  return { owner, timetable, plan, lessons, ...useBookings() };
}

/**
 * Loads the next bookings; not for guests, who have none. The answer is that of the list of bookings, where a booking is
 * found without a network.
 */
function useBookings() {
  const account = useAccount();
  const history = useAnswer("booking.history", account ? { state: "upcoming" } : null);
  const items = account ? history.value?.items.slice(0, shownBookings) ?? [] : [];
  const park = useAnswer("booking.park", items.length > 0 ? {} : null);
  return { bookings: items.map(entryOfBooking), reverses: park.value?.reverses ?? [] };
}
