import Contracts
import Values
import VokolClient

/// Returns the first free slot of the next two weeks; `nil` if there is none.
func freeSlot(_ client: Client) async throws -> Booking.Slot? {
    let days = try await client.call(Booking.Days.self, .init(days: DayCount(14)))
    for day in days.items where day.free > 0 {
        let slots = try await client.call(Booking.Slots.self, .init(date: day.date))
        if let slot = slots.items.first(where: { $0.state == .free }) { return slot }
    }
    return nil
}
