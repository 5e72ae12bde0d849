/** A report as a CSV file. */

/** @typedef {import("../../contract/types.d.ts").BookingReportRow} Row */

/** The rows as comma-separated values, with the names of the contract. @param {Row[]} rows */
export function csvOf(rows) {
  const names = ["date", "reverse", "bookings", "sets", "pass sets", "no-shows", "late cancellations"];
  const lines = rows.map((row) => [
    ...[row.date, row.reverseId ?? "", row.bookings, row.sets, row.passSets, row.noShows, row.lateCancellations],
    (row.revenue.amount / 100).toFixed(2),
    row.revenue.currency,
  ]);
  return [[...names, "revenue", "currency"], ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}
