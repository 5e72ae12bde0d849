/** The data of the day board, and the state that the parts of the screen share. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { useCallback, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useHints } from "../../core/events.js";
import { today } from "../../core/dates.js";
import { useNow } from "../../core/clock.js";
import { useDesk } from "../../core/media.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { hasRole, useAccount } from "../../core/session.js";
import { notify } from "../../parts/toast.js";
import { useTexts } from "../../core/languages.js";
import { lanesOf } from "./board-geometry.js";
import { digitsOf } from "./digits-field.js";

/**
 * @typedef {import("./board-geometry.js").Item} Item
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingBoardResult} Board
 * @typedef {import("../../contract/types.d.ts").BookingCustomer} Customer
 * @typedef {import("../../contract/types.d.ts").BookingClosure} Closure
 */
/**
 * An action whose sheet is open.
 * @typedef {{ kind: "check-in" | "no-show" | "note" | "move" | "cancel" | "reversal", item: Item }
 *   | { kind: "settle" | "pay-back", customer: Customer } | { kind: "walk-in" | "close" }
 *   | { kind: "reopen", closure: Closure }} Action
 */
/** @typedef {ReturnType<typeof useDay>} Day */

const everyMs = 60_000;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** The day in the address, or today. @param {string | null} wanted @param {string} zone @param {number} now */
export const dayToShow = (wanted, zone, now) =>
  wanted && datePattern.test(wanted) && !Number.isNaN(Date.parse(wanted)) ? wanted : today(zone, now);

/** @param {{ park: Park }} props */
export function useDay({ park }) {
  const now = useNow();
  const { query } = usePlace();
  const account = useAccount();
  const zone = park.timeZone;
  const date = dayToShow(query.get("day"), zone, now);
  const board = useAnswer("booking.board", { date }, { everyMs });
  const slots = useAnswer("booking.slots", { date }, { everyMs });
  const refresh = useCallback(() => {
    board.refresh();
    slots.refresh();
  }, [board.refresh, slots.refresh]);
  useHints(`slots:${date}`, refresh);
  useHints("bookings", board.refresh);
  const [action, setAction] = useState(/** @type {Action | null} */ (null));
  const lanes = board.value ? lanesOf(board.value, park.reverses) : park.reverses;
  return {
    ...{ park, zone, date, now, board, slots, lanes, action, refresh },
    present: today(zone, now),
    isToday: date === today(zone, now),
    isDesk: useDesk(),
    text: useTexts("staff"),
    isAdmin: hasRole(account, "park.admin"),
    openId: query.get("open") ?? undefined,
    digits: digitsOf(query),
    /** @param {Action} next */
    act: (next) => setAction(next),
    endAction: () => setAction(null),
    /** Opens a booking, hold or closure beside the board. @param {string | null} id */
    open: (id) => changeQuery({ open: id }),
    /** @param {string} id */
    nameOf: (id) => lanes.find((lane) => lane.id === id)?.name ?? id,
    /**
     * Shows the booking that an action returned, and reloads the day.
     * @param {Item | null} item @param {import("../../parts/toast.js").Notice} notice
     */
    finish: (item, notice) => {
      if (item) board.change((value) => value && ({ ...value, items: replaced(value.items, item) }));
      setAction(null);
      refresh();
      notify(notice);
    },
  };
}

/** @param {Item[]} items @param {Item} item */
const replaced = (items, item) => items.map((one) => (one.booking.id === item.booking.id ? item : one));

/** Goes to another day. @param {string} date @param {string} present */
export const showDay = (date, present) =>
  changeQuery({ day: date === present ? null : date, open: null, digits: null }, { pushes: true });
