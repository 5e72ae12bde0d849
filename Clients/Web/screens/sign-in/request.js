/** Requests for codes, which cost a proof of work while many codes are requested in vain. */
import "../../contract/account-methods.js";
import { call } from "../../core/api.js";
import { Problem } from "../../core/problem.js";

/** @typedef {import("../../core/api.js").Methods} Methods */

/**
 * Calls a method that sends a code; if it is refused with `work-required`, solves the challenge and calls again.
 * @template {"auth.register" | "auth.requestCode" | "auth.requestPasswordReset"} M
 * @param {M} method
 * @param {Methods[M]["params"]} params
 * @returns {Promise<Methods[M]["result"]>}
 */
export async function requestCode(method, params) {
  for (let attempt = 1;; attempt += 1) {
    try {
      return await call(method, params);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.reason !== "work-required" || attempt === 3) throw problem;
      const { solve } = await import("../../core/work.js");
      const work = await solve(problem.details);
      if (!work) throw problem;
      params = { ...params, work };
    }
  }
}
