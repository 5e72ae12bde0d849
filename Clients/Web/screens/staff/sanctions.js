/** Decisions in words. */
import { momentOf } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { texts } from "../../core/languages.js";

/** @param {import("../../contract/types.d.ts").BookingDecision} decision @param {string} zone */
export function sanctionText(decision, zone) {
  const { sanctions } = texts("staff");
  const until = decision.until ? momentOf(decision.until, zone) : "";
  switch (decision.sanction) {
    case "warning":
      return sanctions.warning;
    case "charge-sets":
      return sanctions.sets(decision.sets ?? 0);
    case "fee":
      return sanctions.fee(decision.fee ? money(decision.fee) : "");
    case "prepay-only":
      return sanctions.prepay(until);
    case "suspension":
      return sanctions.suspension(until);
    default:
      return sanctions.none;
  }
}
