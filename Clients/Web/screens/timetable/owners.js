/** The owner of the timetable shown, a group or a lecturer; the one that opens first, recent ones and favourites. */
import "../../contract/timetable-methods.js";
import { call } from "../../core/api.js";
import { useAnswer } from "../../core/answer.js";
import { useHints } from "../../core/events.js";
import { Problem } from "../../core/problem.js";
import { useQuery } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { changeSettings, settings, useSettings } from "../../core/settings.js";
import { sentenceOf } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/**
 * @typedef {"group" | "lecturer"} Kind
 * @typedef {{ kind: Kind, id: string, name: string }} Owner
 */

const mostRecent = 8;

/** @param {{ kind: Kind, id: string }} owner */
export const addressOf = ({ kind, id }) => `/timetable/${kind}s/${encodeURIComponent(id)}`;

/** @param {{ kind: Kind, id: string } | undefined} one @param {{ kind: Kind, id: string } | undefined} other */
export const isSame = (one, other) => one !== undefined && one.kind === other?.kind && one.id === other.id;

/** The parameters of methods that take a group or a lecturer. @param {{ kind: Kind, id: string }} owner */
export const paramsOf = ({ kind, id }) => (kind === "group" ? { group: id } : { lecturer: id });

/** The chosen subgroup of a group's timetable. @param {{ kind: Kind, id: string }} owner */
export function useSubgroup(owner) {
  const chosen = useQuery("subgroup");
  const { timetable } = useSettings();
  if (owner.kind !== "group") return undefined;
  return isSame(timetable, owner) ? timetable?.subgroup : Number(chosen) || undefined;
}

/** @param {Owner[] | undefined} list @param {Owner} owner */
const withoutOwner = (list, owner) => (list ?? []).filter((one) => !isSame(one, owner));

/**
 * Moves a timetable to the front of the recent ones.
 * @param {Owner} owner @param {string} fetchedAt The time of the state shown, which counts as seen at the first visit.
 */
export function noteRecent(owner, fetchedAt) {
  const { recentTimetables = [], timetable } = settings.current;
  const [first] = recentTimetables;
  if (!isSame(first, owner) || first.name !== owner.name || !first.seen) {
    const seen = recentTimetables.find((one) => isSame(one, owner))?.seen ?? fetchedAt;
    const others = withoutOwner(recentTimetables, owner);
    changeSettings({ recentTimetables: [{ ...owner, seen }, ...others].slice(0, mostRecent) });
  }
  if (isSame(timetable, owner) && timetable?.name !== owner.name) {
    changeSettings({ timetable: { .../** @type {any} */ (timetable), name: owner.name } });
  }
}

/**
 * Favourites: those of the account, and those of this device from before signing in.
 * @returns {{ items: (Owner & { isPinned: boolean, subgroup?: number })[], has: (owner: Owner) => boolean,
 *   toggle: (owner: Owner) => Promise<void>, pin: (owner: Owner) => void }}
 */
export function useFavourites() {
  const account = useAccount();
  const { favouriteTimetables = [] } = useSettings();
  const answer = useAnswer("schedule.favourites", account ? {} : null);
  useHints(account ? "favourites" : null, answer.refresh);
  const saved = (account && answer.value?.items || []).map((item) => ({
    favouriteId: item.id,
    kind: /** @type {Kind} */ (item.group ? "group" : "lecturer"),
    id: item.group ?? item.lecturer ?? "",
    name: item.group ?? item.name ?? item.lecturer ?? "",
    isPinned: item.isPinned,
    subgroup: item.subgroup,
  }));
  const onDevice = favouriteTimetables.filter((owner) => !saved.some((one) => isSame(one, owner)));
  const items = [...saved, ...onDevice.map((owner) => ({ ...owner, isPinned: false }))];

  /** @param {Owner} owner */
  const toggle = async (owner) => {
    const found = saved.find((one) => isSame(one, owner));
    const isOnDevice = favouriteTimetables.some((one) => isSame(one, owner));
    try {
      if (found) await call("schedule.removeFavourite", { id: found.favouriteId });
      else if (account && !isOnDevice) await call("schedule.addFavourite", paramsOf(owner));
      if (isOnDevice) changeSettings({ favouriteTimetables: withoutOwner(favouriteTimetables, owner) });
      else if (!account) changeSettings({ favouriteTimetables: [...favouriteTimetables, owner] });
      if (account) answer.refresh();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notify({ sentence: sentenceOf(error) });
    }
  };

  /** Pins the timetable, so that the account's other devices open it first. @param {Owner} owner */
  const pin = (owner) => {
    if (account) call("schedule.addFavourite", { ...paramsOf(owner), isPinned: true }).then(answer.refresh, () => {});
  };

  return { items, has: (owner) => items.some((one) => isSame(one, owner)), toggle, pin };
}
