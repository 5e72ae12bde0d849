/** The geometry of the day board: positions and looks of blocks, and movement by arrow keys. */
import { partsIn } from "../../core/dates.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingBoardItem} Item
 * @typedef {import("../../contract/types.d.ts").BookingBoardResult} Board
 * @typedef {import("../../contract/types.d.ts").BookingHeldSlots} Hold
 * @typedef {import("../../contract/types.d.ts").BookingClosure} Closure
 * @typedef {"waiting" | "to-pay" | "by-pass" | "arrived" | "missed" | "held" | "closed"} Look
 */
/**
 * @typedef {object} Block
 * @property {string} key Unique on the board; a closure of all reverses has a block in each lane.
 * @property {string} id The id of the booking, hold or closure.
 * @property {string} lane The reverse.
 * @property {number} from Minutes after midnight.
 * @property {number} to
 * @property {Look} look
 * @property {number} [gone] The share that is over, while the booking is running.
 * @property {Item} [item]
 * @property {Hold} [hold]
 * @property {Closure} [closure]
 */
/** @typedef {{ from: number, to: number }} Extent Minutes after midnight. */

const wholeDay = 1440;

/**
 * Minutes after midnight of a day, clamped to the day.
 * @param {string} date
 * @param {string} instant
 * @param {string} zone
 */
export function minutesOn(date, instant, zone) {
  const local = partsIn(instant, zone);
  if (local.date !== date) return local.date < date ? 0 : wholeDay;
  return local.minutes;
}

/** @param {Item} item @returns {Look} */
export function lookOf({ booking, toPay }) {
  if (booking.state === "checked-in") return "arrived";
  if (booking.state === "no-show") return "missed";
  if (toPay.amount > 0) return "to-pay";
  return booking.payWith === "pass" ? "by-pass" : "waiting";
}

/** The elapsed share of a period in progress. @param {string} startsAt @param {string} endsAt @param {number} now */
export function goneOf(startsAt, endsAt, now) {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  return now < start || now >= end ? undefined : (now - start) / (end - start);
}

/** @param {Item} item */
const isCancelled = (item) => item.booking.state === "cancelled";

/** The cancelled bookings of a day, which are listed beside the lanes. @param {Board} board */
export const cancelledOn = (board) => board.items.filter(isCancelled);

/**
 * The lanes of a board: the park's reverses, and those only on the board, because the bookings of a removed reverse
 * stay.
 * @param {Board} board @param {{ id: string, name: string }[]} reverses
 */
export function lanesOf(board, reverses) {
  const known = new Set(reverses.map((reverse) => reverse.id));
  const others = [...board.items.map((item) => item.booking.reverseId), ...board.held.map((hold) => hold.reverseId)]
    .filter((id) => !known.has(id));
  return [...reverses, ...[...new Set(others)].sort().map((id) => ({ id, name: id }))];
}

/**
 * The blocks of a board, by lane and time.
 * @param {Board} board @param {{ id: string }[]} lanes @param {number} now
 * @returns {Block[]}
 */
export function blocksOf(board, lanes, now) {
  const zone = board.timeZone;
  /** @param {string} from @param {string} to */
  const span = (from, to) => ({ from: minutesOn(board.date, from, zone), to: minutesOn(board.date, to, zone) });
  return lanes.flatMap(({ id: lane }) => {
    const closed = board.closures.filter((one) => one.reverseId === undefined || one.reverseId === lane);
    const held = board.held.filter((hold) => hold.reverseId === lane && Date.parse(hold.expiresAt) > now);
    const booked = board.items.filter((item) => item.booking.reverseId === lane && !isCancelled(item));
    /** @type {Block[]} */
    const blocks = [
      ...closed.map((closure) => ({
        ...{ key: `${closure.id} ${lane}`, id: closure.id, lane, look: /** @type {Look} */ ("closed"), closure },
        ...span(closure.from, closure.to),
      })),
      ...held.map((hold) => ({
        ...{ key: hold.id, id: hold.id, lane, look: /** @type {Look} */ ("held"), hold },
        ...span(hold.startsAt, hold.endsAt),
      })),
      ...booked.map((item) => ({
        ...{ key: item.booking.id, id: item.booking.id, lane, look: lookOf(item), item },
        ...{ gone: goneOf(item.booking.startsAt, item.booking.endsAt, now) },
        ...span(item.booking.startsAt, item.booking.endsAt),
      })),
    ];
    return blocks.sort((one, other) => one.from - other.from || other.to - one.to);
  });
}

/**
 * The hours that the lanes show: the opening hours, extended to all bookings and holds; undefined for a day without
 * either.
 * @param {{ opens: string, closes: string } | undefined} hours @param {Block[]} blocks
 * @returns {Extent | undefined}
 */
export function extentOf(hours, blocks) {
  /** @param {string} time */
  const minutes = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const starts = hours ? [minutes(hours.opens)] : [];
  const ends = hours ? [minutes(hours.closes)] : [];
  for (const block of blocks) {
    // A closure, which may last the whole day, does not extend the hours.
    if (block.closure) continue;
    starts.push(block.from);
    ends.push(block.to);
  }
  if (starts.length === 0) return undefined;
  return { from: Math.floor(Math.min(...starts) / 60) * 60, to: Math.ceil(Math.max(...ends) / 60) * 60 };
}

/** The lines of the lanes, one for each half hour. @param {Extent} extent */
export function marksOf({ from, to }) {
  return Array.from({ length: (to - from) / 30 + 1 }, (_, index) => {
    const minutes = from + index * 30;
    return { minutes, isHour: minutes % 60 === 0 };
  });
}

/** The part of a block within the extent. @param {Block} block @param {Extent} extent */
export function within(block, extent) {
  const from = Math.max(block.from, extent.from);
  const to = Math.min(block.to, extent.to);
  return { top: from - extent.from, length: Math.max(0, to - from) };
}

/**
 * The height of a minute in rem: 28 pixels for a quarter of an hour, or for a set if it is shorter.
 * @param {number} setMinutes
 */
export const minuteHeight = (setMinutes) => 1.75 / Math.min(15, setMinutes);

/**
 * The block that an arrow key moves to, or undefined.
 * @param {Block[]} blocks By lane and time. @param {string | undefined} key The block that has the focus.
 * @param {string} arrow
 */
export function blockAfterKey(blocks, key, arrow) {
  const lanes = [...new Set(blocks.map((block) => block.lane))];
  const current = blocks.find((block) => block.key === key) ?? blocks[0];
  if (!current) return undefined;
  const own = blocks.filter((block) => block.lane === current.lane);
  const index = own.indexOf(current);
  if (arrow === "ArrowDown") return own[index + 1];
  if (arrow === "ArrowUp") return own[index - 1];
  if (arrow === "Home") return own[0];
  if (arrow === "End") return own.at(-1);
  if (arrow !== "ArrowLeft" && arrow !== "ArrowRight") return undefined;
  const lane = lanes[lanes.indexOf(current.lane) + (arrow === "ArrowRight" ? 1 : -1)];
  return nearest(blocks.filter((block) => block.lane === lane), current.from);
}

/** The block whose start is nearest to a time. @param {Block[]} blocks @param {number} minutes */
const nearest = (blocks, minutes) =>
  blocks.toSorted((one, other) => Math.abs(one.from - minutes) - Math.abs(other.from - minutes))[0];

/**
 * The block that Tab reaches first: the chosen one, the running one, the next one, or the last one.
 * @param {Block[]} blocks @param {string | undefined} chosen @param {number} minutes The current time, in minutes of
 *   the day.
 */
export function firstBlock(blocks, chosen, minutes) {
  return blocks.find((block) => block.id === chosen) ??
    blocks.filter((block) => block.item && block.to > minutes).toSorted((one, other) => one.from - other.from)[0] ??
    blocks.at(-1);
}

/**
 * The counts of the board: bookings, those still to be checked in, and holds.
 * @param {Board} board
 * @param {number} now
 */
export function countsOf(board, now) {
  const booked = board.items.filter((item) => !isCancelled(item));
  return {
    bookings: booked.length,
    waiting: booked.filter(({ booking }) => booking.state === "booked" && Date.parse(booking.endsAt) > now).length,
    held: board.held.filter((hold) => Date.parse(hold.expiresAt) > now).length,
  };
}

/**
 * The bookings of a search: those of the day shown and all upcoming ones, without repetitions, by time.
 * @param {Item[]} shown @param {Item[]} coming @param {string} digits
 */
export function foundItems(shown, coming, digits) {
  const ofDay = shown.filter((item) => item.customer.phone?.endsWith(digits));
  const ids = new Set(coming.map((item) => item.booking.id));
  return [...coming, ...ofDay.filter((item) => !ids.has(item.booking.id))]
    .sort((one, other) => (one.booking.startsAt < other.booking.startsAt ? -1 : 1));
}

/**
 * The number of free sets of a reverse.
 * @param {{ reverseId: string, state: string }[]} slots
 * @param {string} reverse
 */
export const freeOn = (slots, reverse) =>
  slots.filter((slot) => slot.reverseId === reverse && slot.state === "free").length;
