import BookingContract
import Calendars
import Contract
import RPC
import Values

/// Implements `booking.calendar`.
struct ShowCalendar: Sendable {
    let store: BookingStore
    let customers: Customers

    func callAsFunction(_ caller: BookingCaller) async throws -> Booking.Calendar.Result {
        guard let customer = try await customers.existing(caller) else { return Booking.Calendar.Result(madeAt: nil) }
        return Booking.Calendar.Result(
            madeAt: try await store.session(until: caller.deadline).calendars.madeAt(of: customer.id))
    }
}

/// Implements `booking.makeCalendar`.
struct MakeCalendar: Sendable {
    let customers: Customers
    /// Creates a random secret.
    var makeSecret: @Sendable () -> CalendarSecret = CalendarSecret.random

    func callAsFunction(_ caller: BookingCaller) async throws -> Booking.MakeCalendar.Result {
        let secret = makeSecret()
        return try await customers.run(as: caller) { transaction in
            try await transaction.calendars.save(
                secret.digest, caller.language, of: transaction.customer.id, now: transaction.now)
            return Booking.MakeCalendar.Result(
                path: "/v1/park/calendars/\(secret.text)\(CalendarSecret.suffix)", madeAt: transaction.now)
        }
    }
}

/// Implements `booking.removeCalendar`.
struct RemoveCalendar: Sendable {
    let customers: Customers

    func callAsFunction(_ caller: BookingCaller) async throws {
        guard try await customers.existing(caller) != nil else { return }
        try await customers.run(as: caller) { transaction in
            try await transaction.calendars.remove(of: transaction.customer.id)
        }
    }
}

/// Implements `booking.calendarFile`.
struct ReadCalendarFile: Sendable {
    /// The time for which bookings stay in the feed after their start, in milliseconds.
    private static let past: Int64 = 90 * 86_400_000

    let store: BookingStore
    let source: ParkSource
    let now: @Sendable () -> Instant

    func callAsFunction(
        _ params: Booking.CalendarFile.Params, deadline: ContinuousClock.Instant
    ) async throws -> RawResult {
        let session = store.session(until: deadline)
        guard let feed = try await session.calendars.find(params.secret.digest) else { throw RPCError(.notFound) }
        let since = Instant(milliseconds: now().milliseconds - Self.past)
        let bookings = try await session.bookings.kept(by: feed.customer, since: since, limit: CalendarFile.limit)
        let file = CalendarFile(park: try await source.park(), language: feed.language)
        return RawResult(.calendar, file.bytes(of: bookings))
    }
}
