import BookingContract
import Values

/// A customer as stored.
struct CustomerRow: Sendable {
    var id: Identifier
    /// The customer's account; `nil` for a customer known by the phone number alone.
    var account: Identifier?
    var name: CustomerName
    var phone: PhoneNumber?
    /// The address for notices to a customer without a phone number.
    var email: EmailAddress?
    var language: Language
    /// The time of the last update from `auth`.
    var knownAt: Instant
    /// The earliest time of the next hold.
    var nextHoldAt: Instant
}

/// The restrictions in force on a customer, with their ends.
struct Restrictions: Sendable {
    var suspendedUntil: Instant?
    var prepayOnlyUntil: Instant?
}

/// A person with an account.
struct Person: Sendable, Equatable {
    var account: Identifier
    var name: CustomerName
    var phone: PhoneNumber?
    var email: EmailAddress?
}
