/** What stands in the way of a choice. */

/**
 * @typedef {object} Obstacle
 * @property {"taken" | "past" | "short" | "failed"} kind
 * @property {string} startsAt The time that was wanted.
 * @property {string} date The day that is shown.
 * @property {string} reverseId
 * @property {number} sets How many were wanted.
 * @property {number} [run] How many are free, if some are.
 * @property {{ startsAt: string, reverseId: string }[]} free The next free times.
 * @property {import("../../core/problem.js").Problem} [problem]
 */

/**
 * The obstacle that an error of holding, booking or moving tells of.
 * @param {import("../../core/problem.js").Problem} problem
 * @param {{ reverseId: string, startsAt: string, sets: number, date: string }} wanted
 * @returns {Obstacle}
 */
export function obstacleOf(problem, wanted) {
  const kind = problem.reason === "slot-taken" ? "taken" : problem.reason === "past" ? "past" : "failed";
  const free = kind === "failed" ? [] : (problem.details?.nextFree ?? []);
  return { kind, ...wanted, free, problem };
}
