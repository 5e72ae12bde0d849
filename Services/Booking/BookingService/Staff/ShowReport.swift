import BookingContract
import Values

/// Implements `booking.report`: occupancy and revenue by day and reverse.
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
}
