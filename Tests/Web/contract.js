// @ts-check
/**
 * Calls that the types of the web client's contract must accept, and calls that they must reject: `deno check` fails
 * if a line below `@ts-expect-error` has no error.
 *
 * @import { Arguments, BookingSlot, MethodName, Problem, Result } from "../../Clients/Web/contract/types.d.ts"
 */
import { methods } from "../../Clients/Web/contract/methods.js";

/** @type {<Name extends MethodName>(name: Name, ...args: Arguments<Name>) => Promise<Result<Name>>} */
const call = (name, ..._args) => Promise.reject(new Error(methods[name][1]));

/** @type {(problem: Problem) => BookingSlot | undefined} */
export const nextFree = (problem) => problem.reason === "slot-taken" ? problem.details?.nextFree?.[0] : undefined;

export async function accepted() {
  const page = await call("museums.search", { query: "castle", near: { latitude: 53.9, longitude: 27.56 }, limit: 20 });
  /** @type {string[]} */
  const names = page.items.map((card) => card.name);
  const me = await call("auth.me");
  const { accessToken } = await call("auth.login", { email: "ada@example.org", password: "correct horse" });
  const bookings = await call("booking.history", { state: "upcoming", cursor: page.nextCursor });
  await call("schedule.removeFavourite", { id: "019ab3c4-5d6e-7f80-9123-456789abcdef" });
  return [names, me.login, accessToken, bookings.items[0]?.state];
}

export async function rejected() {
  // @ts-expect-error: a member that the method does not have
  await call("museums.search", { quary: "castle" });
  // @ts-expect-error: a value that is none of the enumeration
  await call("museums.search", { category: "castel" });
  // @ts-expect-error: the required parameters are missing
  await call("museums.get");
  // @ts-expect-error: a parameter of a method that has none
  await call("auth.me", { id: "1" });
  // @ts-expect-error: no such method
  await call("museums.find");
  // @ts-expect-error: the gateway keeps the refresh token in a cookie
  (await call("auth.refresh")).refreshToken;
  // @ts-expect-error: optional members may be missing
  (await call("museums.search")).nextCursor.length;
}
