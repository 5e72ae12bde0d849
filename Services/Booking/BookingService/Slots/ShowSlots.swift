import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.slots`, with an answer encoded in advance; a day that cannot be booked has no slots.
struct ShowSlots: Sendable {
    let source: ParkSource
    let cache: SlotCache
    let now: @Sendable () -> Instant

    func callAsFunction(_ params: Booking.Slots.Params) async throws -> [UInt8] {
        let park = try await source.park()
        if let reverse = params.reverseId, !park.bookableReverses.contains(reverse) {
            throw RPCError.noSuchReverse
        }
        guard park.horizon(at: now()).contains(params.date) else {
            return try SlotCache.noSlots(on: params.date, of: park)
        }
        let (current, entries) = try await cache.days(params.date...params.date)
        guard let entry = entries.first else { return try SlotCache.noSlots(on: params.date, of: current) }
        return try entry.answer(for: params.reverseId, in: current)
    }
}

/// Implements `booking.days`; leaves out days that cannot be booked.
struct ShowDays: Sendable {
    let source: ParkSource
    let cache: SlotCache
    let now: @Sendable () -> Instant

    func callAsFunction(_ params: Booking.Days.Params) async throws -> Booking.Days.Result {
        let horizon = try await source.park().horizon(at: now())
        let first = max(params.from ?? horizon.lowerBound, horizon.lowerBound)
        let last = min(first.advanced(byDays: (params.days?.value ?? 14) - 1), horizon.upperBound)
        guard first <= last else {
            return Booking.Days.Result(timeZone: try await source.park().settings.timeZone, items: [])
        }
        let (park, entries) = try await cache.days(first...last)
        return Booking.Days.Result(
            timeZone: park.settings.timeZone,
            items: entries.map { entry in
                Booking.Day(
                    date: entry.day.date, opensAt: entry.day.opening?.lowerBound,
                    closesAt: entry.day.opening?.upperBound, slots: entry.day.slots.count, free: entry.day.free)
            })
    }
}
