import BookingContract
import Values

/// The reason why a customer may not make a booking.
enum BookingFault: Error, Equatable {
    case suspended(until: Instant)
    case prepayOnly(until: Instant)
    case tooManyBookings
}

/// The conditions for making a booking, apart from its slots.
enum BookingRule {
    /// Checks that the customer may make the booking.
    ///
    /// The limit on upcoming bookings applies to customers, not to the staff.
    static func check(
        payWith: PaymentWay, isByStaff: Bool, _ restrictions: Restrictions, upcomingBookings: Int, of park: Park
    ) throws(BookingFault) {
        try checkSuspension(restrictions)
        if payWith == .onSite, let until = restrictions.prepayOnlyUntil { throw .prepayOnly(until: until) }
        if !isByStaff, upcomingBookings >= park.settings.bookingsPerAccount { throw .tooManyBookings }
    }

    static func checkSuspension(_ restrictions: Restrictions) throws(BookingFault) {
        if let until = restrictions.suspendedUntil { throw .suspended(until: until) }
    }
}
