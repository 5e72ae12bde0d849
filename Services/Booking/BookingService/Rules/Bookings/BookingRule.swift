import BookingContract
import Values

/// The reason why a customer may not make a booking.
enum BookingFault: Error, Equatable {
    case suspended(until: Instant)
    case prepayOnly(until: Instant)
    case tooManyBookings
    case phoneNeeded
    case newcomerLimit
}

/// The facts about a customer that decide whether a booking may be made.
struct CustomerStanding: Sendable {
    var restrictions: Restrictions
    /// The number of bookings that have not begun.
    var upcomingBookings: Int
    /// The sets of these bookings that are to be paid for at the park.
    var upcomingOnSiteSets: Int
    /// True if the customer was checked in at least once.
    var hasVisited: Bool
    /// True if the account has a proven phone number.
    var hasPhone: Bool
}

/// The limits on bookings that are paid for at the park.
///
/// Such a booking costs nothing, so that without them accounts that anyone can make would hold all slots.
struct OnSiteRule: Sendable, Equatable {
    /// True if the customer must have a proven phone number.
    var needsPhone = true
    /// The maximum number of upcoming sets until the first check-in.
    var newcomerSets = 4

    /// Checks that a customer may have `sets` more sets to pay for at the park.
    func check(_ standing: CustomerStanding, adding sets: Int) throws(BookingFault) {
        if needsPhone, !standing.hasPhone { throw .phoneNeeded }
        if !standing.hasVisited, standing.upcomingOnSiteSets + sets > newcomerSets { throw .newcomerLimit }
    }
}

/// The conditions for making a booking, apart from its slots.
enum BookingRule {
    /// Checks that the customer may make the booking of some sets.
    ///
    /// The limits on upcoming bookings and on payment at the park apply to customers, not to the staff.
    static func check(
        _ sets: SetCount, payWith: PaymentWay, isByStaff: Bool, _ standing: CustomerStanding, of park: Park,
        _ onSite: OnSiteRule
    ) throws(BookingFault) {
        // Six parameters: each is a fact of its own about one booking.
        try checkSuspension(standing.restrictions)
        if payWith == .onSite, let until = standing.restrictions.prepayOnlyUntil { throw .prepayOnly(until: until) }
        guard !isByStaff else { return }
        if standing.upcomingBookings >= park.settings.bookingsPerAccount { throw .tooManyBookings }
        if payWith == .onSite { try onSite.check(standing, adding: sets.value) }
    }

    static func checkSuspension(_ restrictions: Restrictions) throws(BookingFault) {
        if let until = restrictions.suspendedUntil { throw .suspended(until: until) }
    }
}
