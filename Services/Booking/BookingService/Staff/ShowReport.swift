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
        let session = store.session(until: caller.deadline)
        let sold = try await session.reports.rows(of: dates, bounds: bounds, in: park.currency)
        let closings = try await session.closures.closings(within: bounds[0]..<bounds[dates.days.count])
        let rows = Self.rows(sold, of: dates, closings, in: park)
        let none = Booking.ReportTotal(
            bookings: 0, sets: 0, passSets: 0, noShows: 0, lateCancellations: 0,
            revenue: Money(amount: 0, currency: park.currency), availableSets: 0)
        let total = rows.reduce(into: none) { total, row in
            total.bookings += row.bookings
            total.sets += row.sets
            total.passSets += row.passSets
            total.noShows += row.noShows
            total.lateCancellations += row.lateCancellations
            total.revenue.amount += row.revenue.amount
            total.availableSets += row.availableSets
        }
        return Booking.Report.Result(timeZone: park.settings.timeZone, items: rows, total: total)
    }

    /// Adds the available sets to rows, and rows for reverses that were open without a booking.
    private static func rows(
        _ sold: [Booking.ReportRow], of dates: ClosedRange<LocalDate>, _ closings: [Occupancy.Closing], in park: Park
    ) -> [Booking.ReportRow] {
        let sold = Dictionary(grouping: sold, by: \.date)
        return dates.days.flatMap { date in
            var rows = sold[date] ?? []
            for reverse in park.bookableReverses {
                let sets = park.availableSets(on: reverse, date, without: closings)
                if let index = rows.firstIndex(where: { $0.reverseId == reverse }) {
                    rows[index].availableSets = sets
                } else if sets > 0 {
                    rows.append(
                        Booking.ReportRow(
                            date: date, reverseId: reverse, bookings: 0, sets: 0, passSets: 0, noShows: 0,
                            lateCancellations: 0, revenue: Money(amount: 0, currency: park.currency),
                            availableSets: sets))
                }
            }
            let (ofReverses, others) = (rows.filter { $0.reverseId != nil }, rows.filter { $0.reverseId == nil })
            return ofReverses.sorted { ($0.reverseId?.text ?? "") < ($1.reverseId?.text ?? "") } + others
        }
    }

    /// Returns the rows as a file.
    func file(_ params: Booking.ReportFile.Params, _ caller: BookingCaller) async throws -> RawResult {
        RawResult(.csv, Array(Self.text(of: try await self(params, caller).items).utf8))
    }

    /// Returns rows as comma-separated values; no value contains a character that needs quotes.
    static func text(of rows: [Booking.ReportRow]) -> String {
        let names =
            "date,reverseId,bookings,sets,passSets,noShows,lateCancellations,revenue,currency,availableSets"
        let lines = rows.map { row in
            let counts = [row.bookings, row.sets, row.passSets, row.noShows, row.lateCancellations]
            return
                ([row.date.description, row.reverseId?.text ?? ""] + counts.map(String.init) + [
                    row.revenue.decimal(), row.revenue.currency.text, String(row.availableSets),
                ]).joined(separator: ",")
        }
        return ([names] + lines).map { $0 + "\r\n" }.joined()
    }
}
