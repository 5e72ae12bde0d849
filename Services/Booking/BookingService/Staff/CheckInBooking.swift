import BookingContract
import RPC
import Values

/// Implements `booking.checkIn`: records that the customer is here, uses reserved sets, and receives money due.
///
/// A check-in after a recorded no-show withdraws the case; once the case is decided, it is rejected.
struct CheckInBooking: Sendable {
    let bookings: LockedBookings
    let policy: BookingPolicy
    let show: ShowBoardItem

    func callAsFunction(_ params: Booking.CheckIn.Params, _ caller: BookingCaller) async throws -> Booking.BoardItem {
        try await bookings.run(params.id, caller) { locked in
            var (booking, transaction) = (locked.row, locked.transaction)
            if booking.state == .checkedIn { return }
            if booking.state == .noShow, try await transaction.bookingCases.withdraw(of: booking.id) {
                if booking.charge == .undecided { booking.charge = .due }
            } else if booking.state != .booked {
                throw RPCError.notBooked
            }
            let zone = transaction.park.zone
            guard zone.date(at: booking.slots.start) <= zone.date(at: transaction.now) else {
                throw RPCError.tooEarly
            }
            try await BookingCharges(transaction: transaction, policy: policy).collect(booking)
            try await transaction.bookings.setState(.checkedIn, of: booking.id)
            try await transaction.audit(BookingAuditEntry(.checkedIn, booking, by: caller))
        }
        return try await show(params.id, caller)
    }
}

/// Implements `booking.noShow`: records that the customer did not come, and opens a case.
struct RecordNoShow: Sendable {
    let bookings: LockedBookings
    let policy: BookingPolicy
    let show: ShowBoardItem

    func callAsFunction(_ params: Booking.NoShow.Params, _ caller: BookingCaller) async throws -> Booking.BoardItem {
        try await bookings.run(params.id, caller) { locked in
            let (booking, transaction) = (locked.row, locked.transaction)
            if booking.state == .noShow { return }
            guard booking.state == .booked else { throw RPCError.notBooked }
            guard booking.slots.start <= transaction.now else { throw RPCError.tooEarly }
            try await transaction.bookings.setState(.noShow, of: booking.id)
            switch booking.charge {
            case .due: try await transaction.bookings.setCharge(.undecided, of: booking.id)
            // The sets are used from the start of the booking on, even if housekeeping has not recorded that yet.
            case .held: try await BookingCharges(transaction: transaction, policy: policy).collect(booking)
            case .charged, .returned, .none, .undecided: break
            }
            try await transaction.bookingCases.open(.noShow, of: booking)
            try await transaction.audit(BookingAuditEntry(.noShow, booking, by: caller))
        }
        return try await show(params.id, caller)
    }
}

/// Implements `booking.note`: sets or removes the note of a booking.
struct WriteNote: Sendable {
    let bookings: LockedBookings
    let show: ShowBoardItem

    func callAsFunction(_ params: Booking.Note.Params, _ caller: BookingCaller) async throws -> Booking.BoardItem {
        try await bookings.run(params.id, caller) { booking in
            try await booking.transaction.bookings.setNote(params.note, of: params.id)
        }
        return try await show(params.id, caller)
    }
}
