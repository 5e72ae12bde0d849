import RPC
import Values

extension SlotRequest {
    /// Resolves the slots, and checks that the configuration and the time allow them to be booked.
    func slots(in transaction: CustomerTransaction) throws -> SlotRange {
        let park = transaction.park
        let slots = try checking { try park.slots(self) }
        let last = mayBeRunning ? Instant(milliseconds: start.milliseconds + park.setLength) : start
        guard transaction.now < last else { throw RPCError.past }
        guard park.horizon(at: transaction.now).contains(park.zone.date(at: start)) else {
            throw RPCError.slotTaken
        }
        return slots
    }
}
