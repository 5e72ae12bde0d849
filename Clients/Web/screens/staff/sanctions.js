/** Decisions in words. */
import { momentOf, money } from "../../core/dates.js";
import { texts } from "../../core/languages.js";

/** @param {import("../../contract/types.d.ts").BookingDecision} decision @param {string} zone */
export function sanctionText({ sanction, sets, fee, until }, zone) {
  const { sanctions } = texts("staff");
  const text = /** @type {any} */ (sanctions)[sanction] ?? sanctions.none;
  return typeof text === "string" ? text : text(fee ? money(fee) : until ? momentOf(until, zone) : sets);
}
