import Contracts
import Values
import VokolClient

/// Books one set; if somebody else was faster, shows what is still free.
func book(_ slot: Booking.Slot, _ client: Client) async throws {
    guard let sets = SetCount(1) else { return }
    do {
        let booking = try await client.call(
            Booking.Book.self,
            .init(reverseId: slot.reverseId, startsAt: slot.startsAt, sets: sets, payWith: .onSite))
        print("Booked: reverse \(booking.reverseId), \(booking.startsAt) to \(booking.endsAt)")
    } catch let problem as Problem where problem.has(Booking.slotTaken) {
        print(problem.detail ?? problem.title)
        for free in try problem.details(Booking.FreeSlots.self)?.nextFree ?? [] { print("Free: \(free.startsAt)") }
    }
}
