/** The effects of a decision on the customer, before it is made. */

/**
 * @typedef {import("../../contract/types.d.ts").BookingCase} Case
 * @typedef {import("../../contract/types.d.ts").Money} Money
 * @typedef {import("../../contract/types.d.ts").SanctionKindInput} Sanction
 */
/**
 * @typedef {object} Wish
 * @property {Sanction} sanction
 * @property {number} sets With `charge-sets`.
 * @property {number | undefined} fee In minor units, with `fee`.
 * @property {string | undefined} until An instant, with a restriction.
 */
/**
 * @typedef {{ kind: "sets-charged" | "sets-returned", sets: number } | { kind: "price-waived", money: Money }
 *   | { kind: "needs-pass" } | { kind: "debt", money: Money, total: Money }
 *   | { kind: "prepay-only" | "suspension", until: string }} Effect
 */

export const currency = "BYN";

/**
 * The effects of a decision: sets return to the pass unless they are charged, and the amount due at the park is always
 * waived.
 * @param {Case} open @param {Wish} wish
 * @returns {Effect[]}
 */
export function effectsOf(open, wish) {
  const charge = open.charge;
  const isByPass = charge?.sets !== undefined;
  const charged = wish.sanction === "charge-sets" ? wish.sets : 0;
  /** @type {Effect[]} */
  const effects = [];
  if (charged) effects.push({ kind: "sets-charged", sets: charged });
  if (charged > (isByPass ? open.sets : 0)) effects.push({ kind: "needs-pass" });
  if (isByPass && charged < open.sets) effects.push({ kind: "sets-returned", sets: open.sets - charged });
  if (charge?.money && charge.money.amount > 0) effects.push({ kind: "price-waived", money: charge.money });
  if (wish.sanction === "fee" && wish.fee) {
    const due = open.customer?.due.amount ?? 0;
    effects.push({
      kind: "debt",
      money: { amount: wish.fee, currency },
      total: { amount: due + wish.fee, currency },
    });
  }
  if ((wish.sanction === "prepay-only" || wish.sanction === "suspension") && wish.until) {
    effects.push({ kind: wish.sanction, until: wish.until });
  }
  return effects;
}

/**
 * The parameters of `booking.decide`, or undefined while something is missing.
 * @param {string} id @param {Wish} wish @param {string} reason
 * @returns {import("../../contract/types.d.ts").BookingDecideParams | undefined}
 */
export function decisionOf(id, wish, reason) {
  const base = { id, sanction: wish.sanction, reason: reason.trim() };
  if (!base.reason) return undefined;
  switch (wish.sanction) {
    case "charge-sets":
      return { ...base, sets: wish.sets };
    case "fee":
      return wish.fee ? { ...base, fee: { amount: wish.fee, currency } } : undefined;
    case "prepay-only":
    case "suspension":
      return wish.until ? { ...base, until: wish.until } : undefined;
    default:
      return base;
  }
}
