import BookingContract
import Postgres
import Values

extension StatementRunner {
    var reports: ReportTable { ReportTable(session: self) }
}

/// The totals of bookings and money by day and reverse.
struct ReportTable: Sendable {
    let session: any StatementRunner

    /// Returns the bookings and the money of a period, by date and reverse, with no available sets.
    ///
    /// - Parameter bounds: the start of each day, and the end of the last one, ascending.
    func rows(
        of dates: ClosedRange<LocalDate>, bounds: [Instant], in currency: CurrencyCode
    ) async throws -> [Booking.ReportRow] {
        guard let first = bounds.first, let last = bounds.last else { return [] }
        let rows = try await session.query(
            Self.rows,
            [
                "bounds": bounds.map(\.milliseconds), "from": first, "to": last, "currency": currency,
            ])
        return try rows.map { row in
            // Buckets are counted from 1.
            let day = try row.read("day", as: Int.self)
            return Booking.ReportRow(
                date: dates.lowerBound.advanced(byDays: day - 1), reverseId: try row.read("reverse_id"),
                bookings: try row.read("bookings"), sets: try row.read("sets"), passSets: try row.read("pass_sets"),
                noShows: try row.read("no_shows"), lateCancellations: try row.read("late"),
                revenue: Money(amount: try row.read("revenue"), currency: currency), availableSets: 0)
        }
    }

    /// Money comes in from the accounts of the till and the provider, and goes back to them.
    private static let rows = PreparedStatement(
        "report",
        """
        SELECT day, reverse_id, sum(bookings)::bigint AS bookings, sum(sets)::bigint AS sets,
            sum(pass_sets)::bigint AS pass_sets, sum(no_shows)::bigint AS no_shows, sum(late)::bigint AS late,
            sum(revenue)::bigint AS revenue
        FROM (
            SELECT width_bucket(starts_at, :bounds::bigint[]) AS day, reverse_id,
                (state <> 'cancelled')::int AS bookings,
                CASE WHEN state <> 'cancelled' THEN sets ELSE 0 END AS sets,
                CASE WHEN state <> 'cancelled' AND pay_with = 'pass' THEN sets ELSE 0 END AS pass_sets,
                (state = 'noShow')::int AS no_shows, coalesce(cancelled_late, false)::int AS late, 0 AS revenue
            FROM booking
            WHERE starts_at >= :from AND starts_at < :to AND (state <> 'cancelled' OR cancelled_late)
            UNION ALL
            SELECT width_bucket(t.made_at, :bounds::bigint[]), b.reverse_id, 0, 0, 0, 0, 0,
                CASE WHEN d.kind IN ('till', 'provider') THEN t.amount ELSE 0 END
                    - CASE WHEN c.kind IN ('till', 'provider') THEN t.amount ELSE 0 END
            FROM ledger_transfer t JOIN ledger_account d ON d.id = t.debit JOIN ledger_account c ON c.id = t.credit
                LEFT JOIN booking b ON b.id = t.booking_id
            WHERE t.made_at >= :from AND t.made_at < :to AND t.unit <> 'sets' AND t.unit = :currency
                AND t.phase IN ('posted', 'post')
                AND (d.kind IN ('till', 'provider') OR c.kind IN ('till', 'provider'))) parts
        GROUP BY day, reverse_id ORDER BY day, reverse_id NULLS LAST
        """)
}
