/** The choice in the grid, and its outcome: a hold, an obstacle, a booking. */
import "../../contract/park-methods.js";
import { useEffect, useState } from "../../core/view.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { partsIn } from "../../core/dates.js";
import { changeQuery, go, usePlace } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { Problem } from "../../core/problem.js";
import { chooseUnheld, holdSlots, releaseHold, useHold } from "./hold.js";
import { obstacleOf } from "./obstacle.js";
import { nearestFree, priceOf, withHold } from "./slots.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 * @typedef {import("./slots.js").Cell} Cell
 * @typedef {ReturnType<typeof useChoice>} Choosing
 */

/**
 * @param {{ park: Park, date: string, sets: number,
 *   slots: import("../../core/answer.js").Answer<import("../../contract/types.d.ts").BookingSlotsResult>,
 *   days: import("../../core/answer.js").Answer<import("../../contract/types.d.ts").BookingDaysResult> }} props
 */
export function useChoice({ park, date, sets, slots, days }) {
  const account = useAccount();
  const hold = useHold();
  const { query } = usePlace();
  const [obstacle, setObstacle] = useState(/** @type {import("./obstacle.js").Obstacle | null} */ (null));
  const [booked, setBooked] = useState(/** @type {Booking | null} */ (null));
  const [target, setTarget] = useState(/** @type {import("./move.js").Target | null} */ (null));
  const [asking, setAsking] = useState("");
  const movedId = account && query.get("move");
  const moved = useAnswer("booking.get", movedId ? { id: movedId } : null);
  const moving = moved.value?.state === "booked" ? moved.value : undefined;
  const refresh = () => {
    slots.refresh();
    days.refresh();
  };

  /** @param {string} reverseId */
  const slotsOf = (reverseId) => (slots.value?.items ?? []).filter((slot) => slot.reverseId === reverseId);

  /** @param {string} startsAt @param {string} reverseId @param {number} count */
  const take = async (startsAt, reverseId, count) => {
    if (!account) return signInFor(startsAt, reverseId, count);
    setObstacle(null);
    setBooked(null);
    const day = partsIn(startsAt, park.timeZone).date;
    if (day !== date) changeQuery({ day });
    if (moving) return setTarget({ startsAt, reverseId, sets: count, endsAt: endOf(park, startsAt, count) });
    setAsking(startsAt);
    try {
      const held = await holdSlots({ reverseId, startsAt, sets: count }, park.holdSeconds);
      slots.change((value) => value && ({ ...value, items: withHold(value.items, held) }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const price = error.reason === "hold-cooldown" ? priceOf(slotsOf(reverseId), startsAt, count) : undefined;
      if (price) return chooseUnheld({ reverseId, startsAt, sets: count, endsAt: endOf(park, startsAt, count), price });
      setObstacle(obstacleOf(error, { startsAt, reverseId, sets: count, date: day }));
    } finally {
      setAsking("");
      refresh();
    }
  };
  const taking = useAction(take);

  /** @param {Cell} cell */
  const choose = (cell) => {
    const { startsAt, reverseId } = cell.slot;
    if (cell.look === "holding") return hold ? undefined : taking.run(cell.startsAt, reverseId, countOf(park, cell));
    if (cell.look !== "short") return taking.run(startsAt, reverseId, sets);
    const wish = { zone: park.timeZone, setMinutes: park.setMinutes, sets, moving: moving?.id };
    const free = nearestFree(slotsOf(reverseId), startsAt, wish);
    setObstacle({ kind: "short", startsAt, date, reverseId, sets, run: cell.run, free });
  };

  // After signing in, the time chosen before is held.
  const at = query.get("at");
  useEffect(() => {
    if (!at || !account) return;
    changeQuery({ at: null });
    taking.run(at, query.get("reverse") ?? park.reverses[0].id, sets);
  }, [at, account?.id]);

  // The sets of an ended hold are free again.
  const endsAt = hold?.endsAtMs;
  useEffect(() => {
    if (!endsAt) return;
    const timer = setTimeout(() => {
      slots.change((value) => value && { ...value, items: withHold(value.items, null) });
      refresh();
    }, Math.max(0, endsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt, date]);

  const release = async () => {
    slots.change((value) => value && ({ ...value, items: withHold(value.items, null) }));
    await releaseHold();
    refresh();
  };
  return {
    hold,
    obstacle,
    booked,
    target,
    moving,
    movedId: moving || !(moved.value || moved.problem) ? movedId : null,
    asking,
    isHolding: taking.isRunning,
    choose,
    take: taking.run,
    release,
    again: () => hold && taking.run(hold.startsAt, hold.reverseId, hold.sets),
    /** @param {Booking} booking */
    finish: (booking) => {
      setTarget(null);
      setBooked(booking);
      refresh();
    },
    /** @param {Problem} problem */
    meet: (problem) => {
      const wanted = target ?? hold;
      setTarget(null);
      if (wanted) setObstacle(obstacleOf(problem, { ...pick(wanted), date }));
      refresh();
    },
    clear: () => {
      setObstacle(null);
      setBooked(null);
      setTarget(null);
    },
  };
}

/** @param {{ reverseId: string, startsAt: string, sets: number }} wanted */
const pick = ({ reverseId, startsAt, sets }) => ({ reverseId, startsAt, sets });

/** @param {Park} park @param {string} startsAt @param {number} sets */
const endOf = (park, startsAt, sets) => new Date(Date.parse(startsAt) + sets * park.setMinutes * 60_000).toISOString();

/** @param {Park} park @param {Cell} cell */
const countOf = (park, cell) =>
  Math.round((Date.parse(cell.endsAt) - Date.parse(cell.startsAt)) / (park.setMinutes * 60_000));

/** Leads to signing in, and back to the same time. @param {string} at @param {string} reverse @param {number} sets */
function signInFor(at, reverse, sets) {
  const query = new URLSearchParams(location.search);
  query.set("at", at);
  query.set("reverse", reverse);
  query.set("sets", String(sets));
  go(`/sign-in?next=${encodeURIComponent(`/park?${query}`)}`);
}
