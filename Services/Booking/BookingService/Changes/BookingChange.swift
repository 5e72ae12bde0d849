import BookingContract
import Contract
import Values

/// A committed change that clients may want to see at once.
enum BookingChange: Hashable, Sendable {
    /// The availability of a day.
    case day(LocalDate)
    /// The bookings, the pass or the charges of a customer; `nil` for one without an account.
    case customer(account: Identifier?)
    /// Anything: the park's configuration, or a change whose outcome is unknown.
    case everything

    /// The PostgreSQL channel on which replicas tell each other about changes.
    static let channel = "booking_changes"

    /// Reads a payload of the channel; a newer replica's unknown payload means that anything changed.
    init(payload: String) {
        let value = String(payload.dropFirst())
        switch payload.first {
        case "d": self = LocalDate(value).map { .day($0) } ?? .everything
        case "c": self = .customer(account: Identifier(value))
        default: self = .everything
        }
    }

    /// The payload of the channel.
    var payload: String {
        switch self {
        case .day(let date): "d\(date)"
        case .customer(let account): "c\(account?.text ?? "")"
        case .everything: "*"
        }
    }

    /// The hint for clients; `nil` if it takes more than a hint.
    var hint: Hint? {
        switch self {
        case .day(let date): Hint(topic: Booking.slotsTopic.on(date))
        case .customer(let account): Hint(topic: Booking.bookingsTopic.name, subject: account?.text)
        case .everything: nil
        }
    }
}
