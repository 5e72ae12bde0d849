/** The sets of a day as the grid shows them. */
import { partsIn } from "../../core/dates.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingSlot} Slot
 * @typedef {"free" | "short" | "held" | "taken" | "mine" | "holding" | "closed" | "past"} Look
 *   `short`: free, but too few free sets follow for the requested number.
 */
/**
 * Adjacent sets of one hour that are drawn and chosen as one.
 * @typedef {object} Cell
 * @property {Look} look
 * @property {Slot} slot The first set.
 * @property {string} startsAt The start of the whole group, which may begin in an earlier hour.
 * @property {string} endsAt
 * @property {number} column Counted from 1.
 * @property {number} span
 * @property {number} run The free sets from here on.
 * @property {boolean} isMoving True for a set of the booking that is being moved.
 */
/**
 * @typedef {object} Hour
 * @property {string} name For example `09`.
 * @property {Cell[]} cells
 * @property {import("../../contract/types.d.ts").Money} price The price of the first set.
 */
/**
 * @typedef {object} Wish
 * @property {string} zone
 * @property {number} setMinutes
 * @property {number} sets The requested number of consecutive sets.
 * @property {string} [moving] The booking being moved, whose sets count as free.
 */

/** @param {Slot} slot @param {Wish} wish */
const isFree = (slot, { moving }) => slot.state === "free" || (moving !== undefined && slot.bookingId === moving);

/**
 * The number of consecutive free sets from an index on.
 * @param {Slot[]} slots
 * @param {number} index
 * @param {Wish} wish
 */
function runAt(slots, index, wish) {
  let count = 0;
  for (let at = index; at < slots.length && isFree(slots[at], wish); at += 1, count += 1) {
    if (at > index && slots[at].startsAt !== slots[at - 1].endsAt) break;
  }
  return count;
}

/** @param {Slot} slot @param {number} run @param {Wish} wish @returns {Look} */
function lookOf(slot, run, wish) {
  if (slot.isMine && slot.bookingId && slot.bookingId !== wish.moving) return "mine";
  if (slot.isMine && slot.holdId) return "holding";
  if (isFree(slot, wish)) return run >= wish.sets ? "free" : "short";
  const { state } = slot;
  return state === "held" ? "held" : state === "closed" ? "closed" : state === "past" ? "past" : "taken";
}

/** The key that adjacent sets share if they are drawn as one. @param {Slot} slot @param {Look} look */
function groupOf(slot, look) {
  if (look === "mine") return `booking ${slot.bookingId}`;
  if (look === "holding") return `hold ${slot.holdId}`;
  return look === "closed" ? "closed" : "";
}

/**
 * The hours of one reverse.
 * @param {Slot[]} slots The sets of the reverse, by time.
 * @param {Wish} wish
 * @returns {Hour[]}
 */
export function hoursOf(slots, wish) {
  /** @type {Hour[]} */
  const hours = [];
  const looks = slots.map((slot, index) => lookOf(slot, runAt(slots, index, wish), wish));
  slots.forEach((slot, index) => {
    const { time, minutes } = partsIn(slot.startsAt, wish.zone);
    let hour = hours.at(-1);
    if (hour?.name !== time.slice(0, 2)) {
      hour = { name: time.slice(0, 2), cells: [], price: slot.price };
      hours.push(hour);
    }
    const column = Math.max(Math.floor((minutes % 60) / wish.setMinutes) + 1, nextColumn(hour));
    const group = groupOf(slot, looks[index]);
    const before = hour.cells.at(-1);
    if (group && before && index > 0 && group === groupOf(slots[index - 1], looks[index - 1])) before.span += 1;
    else {
      hour.cells.push({
        look: looks[index],
        slot,
        ...extentOf(slots, looks, index, group),
        column,
        span: 1,
        run: runAt(slots, index, wish),
        isMoving: wish.moving !== undefined && slot.bookingId === wish.moving,
      });
    }
  });
  return hours;
}

/** @param {Hour} hour */
const nextColumn = (hour) => {
  const last = hour.cells.at(-1);
  return last ? last.column + last.span : 1;
};

/** @param {Slot[]} slots @param {Look[]} looks @param {number} index @param {string} group */
function extentOf(slots, looks, index, group) {
  let [first, last] = [index, index];
  if (group) {
    while (first > 0 && groupOf(slots[first - 1], looks[first - 1]) === group) first -= 1;
    while (last < slots.length - 1 && groupOf(slots[last + 1], looks[last + 1]) === group) last += 1;
  }
  return { startsAt: slots[first].startsAt, endsAt: slots[last].endsAt };
}

/**
 * The hours to show; those that are over on every reverse and contain nothing of the caller's are left out.
 * @param {Hour[][]} grids
 */
export function shownHours(grids) {
  const names = [...new Set(grids.flat().map((hour) => hour.name))].sort();
  return names.filter((name) =>
    grids.some((hours) => hours.some((hour) => hour.name === name && hour.cells.some((cell) => cell.look !== "past")))
  );
}

/**
 * The sets at which the price changes: their hours are preceded by a note of the price.
 * @param {Slot[]} slots
 * @returns {{ startsAt: string, price: import("../../contract/types.d.ts").Money }[]}
 */
export const priceChanges = (slots) =>
  slots.filter((slot, index) =>
    index === 0 || slot.price.amount !== slots[index - 1].price.amount ||
    slot.price.currency !== slots[index - 1].price.currency
  );

/**
 * The starts nearest to a time from which enough consecutive sets are free, by time.
 * @param {Slot[]} slots The sets of one reverse.
 * @param {string} startsAt
 * @param {Wish} wish
 */
export function nearestFree(slots, startsAt, wish, count = 3) {
  /** @param {Slot} slot */
  const distance = (slot) => Math.abs(Date.parse(slot.startsAt) - Date.parse(startsAt));
  return slots
    .filter((_, index) => runAt(slots, index, wish) >= wish.sets)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, count)
    .sort((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
}

/**
 * The end of free cancellation of a booking made now.
 * @param {string} startsAt
 * @param {{ freeCancellationMinutes: number, undoMinutes: number }} park
 * @param {number} now
 * @returns {{ until: number, isUndo: boolean }} `isUndo`: the usual end has passed, so that only the minutes after
 *   booking are free.
 */
export function freeCancellation(startsAt, park, now) {
  const start = Date.parse(startsAt);
  const usual = start - park.freeCancellationMinutes * 60_000;
  const undo = now + park.undoMinutes * 60_000;
  return { until: Math.min(start, Math.max(usual, undo)), isUndo: undo > usual };
}

/**
 * The price of consecutive sets, if all of them are known.
 * @param {Slot[]} slots @param {string} startsAt @param {number} sets
 */
export function priceOf(slots, startsAt, sets) {
  const index = slots.findIndex((slot) => slot.startsAt === startsAt);
  const run = index < 0 ? [] : slots.slice(index, index + sets);
  if (run.length < sets) return undefined;
  return { amount: run.reduce((sum, slot) => sum + slot.price.amount, 0), currency: run[0].price.currency };
}

/**
 * Marks the sets of a hold as the caller's, and frees those of an earlier one.
 * @param {Slot[]} slots
 * @param {{ id: string, reverseId: string, startsAt: string, endsAt: string } | null} hold
 * @returns {Slot[]}
 */
export function withHold(slots, hold) {
  return slots.map((slot) => {
    const isHeld = hold !== null && slot.reverseId === hold.reverseId && slot.startsAt >= hold.startsAt &&
      slot.endsAt <= hold.endsAt;
    if (isHeld) return { ...slot, state: "held", isMine: true, holdId: hold.id };
    return slot.holdId ? { ...slot, state: "free", isMine: false, holdId: undefined } : slot;
  });
}

/**
 * The free times by reverse, those of the requested one first.
 * @template {{ reverseId: string }} T
 * @param {T[]} free @param {string} wanted
 * @returns {[string, T[]][]}
 */
export function byReverse(free, wanted) {
  const ids = [...new Set(free.map((slot) => slot.reverseId))].sort((one, other) =>
    Number(other === wanted) - Number(one === wanted)
  );
  return ids.map((id) => [id, free.filter((slot) => slot.reverseId === id)]);
}

/**
 * The initial day: the one in the address, or else the first with free sets.
 * @param {import("../../contract/types.d.ts").BookingDay[]} days
 * @param {string | null} wanted
 */
export function dayToShow(days, wanted) {
  return days.find((day) => day.date === wanted) ?? days.find((day) => day.free > 0) ?? days[0];
}
