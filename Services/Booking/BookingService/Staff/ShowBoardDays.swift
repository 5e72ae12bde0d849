import BookingContract
import Values

/// Implements `booking.boardDays`: the occupancy of several days, from a single read of their claims.
struct ShowBoardDays: Sendable {
    let store: BookingStore
    let source: ParkSource
    let now: @Sendable () -> Instant

    func callAsFunction(
        _ params: Booking.BoardDays.Params, _ caller: BookingCaller
    ) async throws -> Booking.BoardDays.Result {
        let park = try await source.park()
        let now = now()
        let first = params.from ?? park.zone.date(at: now)
        let dates = first...first.advanced(byDays: (params.days ?? .standard).value - 1)
        let bounds = park.zone.startOfDay(first)..<park.zone.startOfDay(dates.upperBound.advanced(byDays: 1))
        let occupancy = try await store.session(until: caller.deadline).days.occupancy(dates, time: bounds)
        let claims = CurrentClaims(occupancy, now: now)
        let items = dates.days.map { date in
            let time = park.zone.startOfDay(date)..<park.zone.startOfDay(date.advanced(byDays: 1))
            let atoms = Atom.number(at: time.lowerBound)..<Atom.number(at: time.upperBound)
            let bookings = Set(
                occupancy.claims.lazy.filter { $0.expiresAt == nil && atoms.contains($0.atom) }.map(\.owner))
            return Booking.BoardDay(date, of: park, claims, bookings: bookings.count)
        }
        return Booking.BoardDays.Result(timeZone: park.settings.timeZone, items: items)
    }
}
