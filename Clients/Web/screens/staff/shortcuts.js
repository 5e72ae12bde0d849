/** The keys of the day board. */
import { useLayoutEffect, useRef } from "../../core/view.js";
import { partsIn } from "../../core/dates.js";
import { settings } from "../../core/settings.js";
import { commandOf, searchName } from "./board-keys.js";

/** @typedef {import("./day.js").Day} Day */
/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement && (target.closest("input, textarea, select, dialog") !== null);

/**
 * Handles the keys of the board while no sheet is open and no field has the focus. People who speak to their device can
 * turn the single keys off in the account.
 * @param {Day} day
 */
export function useShortcuts(day) {
  const latest = useRef(day);
  latest.current = day;
  // Before the board is painted, so that its keys work as soon as it is seen.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const listen = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const command = commandOf(event);
      const input = document.querySelector(`input[name="${searchName}"]`);
      if (command === "leave" && event.target === input && input instanceof HTMLElement) return input.blur();
      if (command !== "leave" && settings.current.hasNoKeys) return;
      if (!command || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      if (run(command, latest.current, input)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/**
 * @param {import("./board-keys.js").Command} command
 * @param {Day} day
 * @param {Element | null} input
 * @returns {boolean} True if the key was handled.
 */
function run(command, day, input) {
  if (command === "search" && input instanceof HTMLInputElement) {
    input.focus();
    input.select();
  } else if (command === "walk-in") day.act({ kind: "walk-in" });
  else if (command === "leave" && day.openId) day.open(null);
  else if (command === "check-in") {
    const focused = document.activeElement?.getAttribute("data-key") ?? day.openId;
    const item = day.board.value?.items.find((one) => one.booking.id === focused);
    if (!item || !canCheckIn(item, day)) return false;
    day.act({ kind: "check-in", item });
  } else return false;
  return true;
}

/** True if a check-in would be accepted. @param {import("./board-geometry.js").Item} item @param {Day} day */
export function canCheckIn({ booking }, day) {
  const isOpen = booking.state === "booked" || (booking.state === "no-show" && !booking.decision);
  return isOpen && partsIn(booking.startsAt, day.zone).date <= day.present;
}
