import BookingContract
import Values

/// Sends the notice of a booking that is due: its confirmation, or a reminder before it starts.
///
/// Runs apart from the calls that book, so that these cost no more. A booking cancelled before it was confirmed is not
/// confirmed.
struct SendBookingNotice: Sendable {
    let transactions: CustomerTransactions
    let notices: Notices

    func callAsFunction(_ due: DueItem, until deadline: ContinuousClock.Instant) async throws {
        let isSent = try await transactions.run(due.customer, until: deadline) { transaction in
            guard let kind = try await transaction.bookingNotices.next(of: due.id, now: transaction.now),
                let booking = try await transaction.bookings.lock(due.id),
                booking.customer == transaction.customer.id
            else { return false }
            return try await send(kind, of: booking, in: transaction)
        }
        if isSent { notices.wakeRelay() }
    }

    private func send(
        _ kind: BookingNotice, of booking: BookingRow, in transaction: CustomerTransaction
    ) async throws -> Bool {
        let (table, now, start) = (transaction.bookingNotices, transaction.now, booking.slots.start)
        guard booking.state == .booked, start > now else {
            try await table.set(nil, of: booking.id)
            return false
        }
        let next = BookingNotice.next(start: start, now: now)
        if let time = kind.time(start: start), time > now {
            try await table.set(next, of: booking.id)
            return false
        }
        let choice = try await transaction.noticeChoices.get(of: booking.customer)
        if kind != .confirmation, let end = choice.quietEnd(at: now, in: transaction.park.zone) {
            try await table.set(end < start ? (kind, end) : nil, of: booking.id)
            return false
        }
        try await table.set(next, of: booking.id)
        guard choice.wants(kind) else { return false }
        if kind == .confirmation {
            let isWithinLimit = try await transaction.noticeChoices.countConfirmation(of: booking.customer, now: now)
            guard isWithinLimit else { return false }
        }
        let appointment = transaction.appointment(at: booking.slots)
        try await notices.send(
            kind == .confirmation ? .booked(appointment) : .reminder(appointment), until: start, in: transaction)
        return true
    }
}

extension CustomerTransaction {
    /// Returns the time and place of slots, as notices to the customer name them.
    func appointment(at slots: SlotRange) -> Notice.Appointment {
        let reverse = park.settings.reverses.first { $0.id == slots.reverse }
        return Notice.Appointment(
            start: Notice.LocalTime(slots.start, in: park.zone), sets: slots.sets.value,
            reverse: reverse?.name.text(in: customer.language).text ?? slots.reverse.text)
    }
}
