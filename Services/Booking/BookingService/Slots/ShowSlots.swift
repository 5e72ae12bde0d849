import BookingContract
import Contract
import RPC
import Values
import Wire

/// Implements `booking.slots`, with an answer encoded in advance; a day outside the horizon has no slots.
struct ShowSlots: Sendable {
    let source: ParkSource
    let cache: SlotCache
    let now: @Sendable () -> Instant

    func callAsFunction(
        _ params: Booking.Slots.Params, _ account: Identifier? = nil, in language: Language = .english
    ) async throws -> [UInt8] {
        let park = try await source.park()
        if let reverse = params.reverseId, !park.bookableReverses.contains(reverse) {
            throw RPCError.noSuchReverse
        }
        if park.horizon(at: now()).contains(params.date) {
            let (current, entries) = try await cache.days(params.date...params.date)
            if let entry = entries.first {
                let request = SlotsRequest(reverse: params.reverseId, account: account, language: language)
                return try entry.answer(to: request, in: current)
            }
        }
        let closing = park.closingCause(on: params.date, at: now())?.view(in: language)
        return try JSONCoding.encode(
            Booking.Slots.Result(
                date: params.date, timeZone: park.settings.timeZone, isClosed: closing != nil, closing: closing,
                items: []))
    }
}

/// Implements `booking.days`; counts no slots on days outside the horizon.
struct ShowDays: Sendable {
    let source: ParkSource
    let cache: SlotCache
    let now: @Sendable () -> Instant

    func callAsFunction(
        _ params: Booking.Days.Params, in language: Language = .english
    ) async throws -> Booking.Days.Result {
        let time = now()
        let horizon = try await source.park().horizon(at: time)
        let first = params.from ?? horizon.lowerBound
        let dates = first...first.advanced(byDays: (params.days?.value ?? 14) - 1)
        guard dates.overlaps(horizon) else {
            return result(dates, of: try await source.park(), [], at: time, in: language)
        }
        let (park, entries) = try await cache.days(dates.clamped(to: horizon))
        return result(dates, of: park, entries.map(\.day), at: time, in: language)
    }

    private func result(
        _ dates: ClosedRange<LocalDate>, of park: Park, _ bookable: [DaySlots], at time: Instant,
        in language: Language
    ) -> Booking.Days.Result {
        let bookable = Dictionary(bookable.map { ($0.date, $0) }, uniquingKeysWith: { first, _ in first })
        let items = dates.days.map { date in
            let day = bookable[date]
            let cause = day.map { $0.closingCause(of: nil) } ?? park.closingCause(on: date, at: time)
            let opening = if let day { day.opening } else { park.opening(on: date) }
            return Booking.Day(
                date: date, opensAt: opening?.lowerBound, closesAt: opening?.upperBound,
                slots: day?.slots.count ?? 0, free: day?.free ?? 0, isClosed: cause != nil,
                closing: cause?.view(in: language))
        }
        return Booking.Days.Result(timeZone: park.settings.timeZone, items: items)
    }
}
