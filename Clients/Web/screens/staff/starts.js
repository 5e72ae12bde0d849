/** The starts that the staff can book: free sets, and the set in progress. */

/**
 * @typedef {import("../../contract/types.d.ts").BookingSlot} Slot
 * @typedef {{ startsAt: string, endsAt: string, price: import("../../contract/types.d.ts").Money, isRunning: boolean,
 *   run: Slot[] }} Start `run`: the number of sets that can be booked together from here on.
 */

/**
 * @param {Slot[]} slots The sets of one reverse, by time.
 * @param {number} now
 * @param {{ from: string, to: string }[]} taken Bookings, holds and closures of the reverse, because the slots of sets
 *   that have begun show only that they are past.
 * @returns {Start[]}
 */
export function startsOf(slots, now, taken) {
  /** @param {Slot} slot */
  const isRunning = (slot) => Date.parse(slot.startsAt) <= now && now < Date.parse(slot.endsAt);
  /** @param {Slot} slot */
  const isFree = (slot) =>
    slot.state === "free" ||
    (isRunning(slot) && slot.state === "past" &&
      !taken.some((one) => one.from < slot.endsAt && one.to > slot.startsAt));
  return slots.flatMap((slot, index) => {
    if (!isFree(slot)) return [];
    const run = [slot];
    for (const next of slots.slice(index + 1)) {
      if (!isFree(next) || next.startsAt !== run[run.length - 1].endsAt) break;
      run.push(next);
    }
    return [{ startsAt: slot.startsAt, endsAt: slot.endsAt, price: slot.price, isRunning: isRunning(slot), run }];
  });
}

/**
 * The periods in which a reverse is occupied, from the board.
 * @param {import("./board-geometry.js").Board | undefined} board @param {string} reverse
 */
export function takenOn(board, reverse) {
  if (!board) return [];
  const booked = board.items.map(({ booking }) => booking)
    .filter((one) => one.reverseId === reverse && one.state !== "cancelled");
  const held = board.held.filter((one) => one.reverseId === reverse);
  const closed = board.closures.filter((one) => one.reverseId === undefined || one.reverseId === reverse);
  return [
    ...[...booked, ...held].map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt })),
    ...closed.map(({ from, to }) => ({ from, to })),
  ];
}
