/** The rule that news of another day is never shown. */
import { today } from "./dates.js";

/** @typedef {import("../contract/types.d.ts").NewsLocalResult} News */

/**
 * True if news is of the current day, which is that of its place and not of the device.
 * @param {{ date: string, timeZone: string }} news
 * @param {number} [now]
 */
export const isOfToday = (news, now = Date.now()) => news.date === today(news.timeZone, now);

/**
 * Returns the news if it is of the current day.
 * @param {News | undefined} news
 * @param {number} now
 */
export const newsOfToday = (news, now) => (news && isOfToday(news, now) ? news : undefined);
