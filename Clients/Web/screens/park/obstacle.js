/** The obstacles to a choice. */

/**
 * @typedef {object} Obstacle
 * @property {"taken" | "past" | "short" | "failed"} kind
 * @property {string} startsAt The requested time.
 * @property {string} date The day shown.
 * @property {string} reverseId
 * @property {number} sets The number of sets requested.
 * @property {number} [run] The number of free sets, if any.
 * @property {{ startsAt: string, reverseId: string }[]} free The next free times.
 * @property {import("../../core/problem.js").Problem} [problem]
 */

/**
 * Returns the obstacle that an error of holding, booking or moving reports.
 * @param {import("../../core/problem.js").Problem} problem
 * @param {{ reverseId: string, startsAt: string, sets: number, date: string }} wanted
 * @returns {Obstacle}
 */
export function obstacleOf(problem, wanted) {
  const kind = problem.reason === "slot-taken" ? "taken" : problem.reason === "past" ? "past" : "failed";
  const free = kind === "failed" ? [] : (problem.details?.nextFree ?? []);
  return { kind, ...wanted, free, problem };
}
