import BookingContract
import Contract
import Values

/// Implements `booking.report` and `booking.reportFile`: occupancy and revenue by day and reverse.
struct ShowReport: Sendable {
    let store: BookingStore
    let source: ParkSource

    func callAsFunction(
        _ params: Booking.Report.Params, _ caller: BookingCaller
    ) async throws -> Booking.Report.Result {
        let park = try await source.park()
        let dates = params.from...params.from.advanced(byDays: params.days.value - 1)
        let bounds =
            dates.days.map(park.zone.startOfDay) + [
                park.zone.startOfDay(dates.upperBound.advanced(byDays: 1))
            ]
        let rows = try await store.session(until: caller.deadline).reports.rows(
            of: dates, bounds: bounds, in: park.currency)
        let none = Booking.ReportTotal(
            bookings: 0, sets: 0, passSets: 0, noShows: 0, lateCancellations: 0,
            revenue: Money(amount: 0, currency: park.currency))
        let total = rows.reduce(into: none) { total, row in
            total.bookings += row.bookings
            total.sets += row.sets
            total.passSets += row.passSets
            total.noShows += row.noShows
            total.lateCancellations += row.lateCancellations
            total.revenue.amount += row.revenue.amount
        }
        return Booking.Report.Result(timeZone: park.settings.timeZone, items: rows, total: total)
    }

    /// Returns the rows as a file.
    func file(_ params: Booking.ReportFile.Params, _ caller: BookingCaller) async throws -> RawResult {
        RawResult(.csv, Array(Self.text(of: try await self(params, caller).items).utf8))
    }

    /// Returns rows as comma-separated values; no value has a character to quote.
    static func text(of rows: [Booking.ReportRow]) -> String {
        let names = "date,reverseId,bookings,sets,passSets,noShows,lateCancellations,revenue,currency"
        let lines = rows.map { row in
            let counts = [row.bookings, row.sets, row.passSets, row.noShows, row.lateCancellations]
            return
                ([row.date.description, row.reverseId?.text ?? ""] + counts.map(String.init) + [
                    row.revenue.decimal(), row.revenue.currency.text,
                ]).joined(separator: ",")
        }
        return ([names] + lines).map { $0 + "\r\n" }.joined()
    }
}
