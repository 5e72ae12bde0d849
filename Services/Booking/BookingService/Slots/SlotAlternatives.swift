import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// Offers other slots to callers whose slots are taken or past.
struct SlotAlternatives: Sendable {
    let source: ParkSource
    let cache: SlotCache
    let metrics: BookingMetrics
    let now: @Sendable () -> Instant

    /// Runs `body`; adds the next free slots, of the same day and the day after, to an error about taken or past slots.
    func offering<Value>(
        sets: SetCount?, after start: Instant?, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as RPCError
            where error.reason == Booking.slotTaken.reason || error.reason == Booking.past.reason
        {
            if error.reason == Booking.slotTaken.reason { metrics.bookings.count(.taken) }
            guard let slots = await nextFree(sets: sets?.value ?? 1, after: start ?? now()) else { throw error }
            throw RPCError.notFree(nextFree: slots, error)
        }
    }

    private func nextFree(sets: Int, after start: Instant) async -> [Booking.Slot]? {
        guard let park = try? await source.park() else { return nil }
        let horizon = park.horizon(at: now())
        let first = max(park.zone.date(at: start), horizon.lowerBound)
        let last = min(first.advanced(byDays: 1), horizon.upperBound)
        guard first <= last, let (_, entries) = try? await cache.days(first...last) else { return nil }
        return NextFreeSlots.find(sets: sets, in: entries.map(\.day), after: start)
    }
}
