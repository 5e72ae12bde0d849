import BookingContract
import Contract
import Database
import Values

/// A committed change that clients may want to see at once.
enum BookingChange: AnnouncedChange {
    /// The availability of a day.
    case day(LocalDate)
    /// The bookings, the pass or the charges of a customer; `nil` for one without an account.
    case customer(account: Identifier?)
    /// Anything: the park's configuration, or a change whose outcome is unknown.
    case everything

    static let channel = "booking_changes"

    init(payload: String) {
        let value = String(payload.dropFirst())
        switch payload.first {
        case "d": self = LocalDate(value).map { .day($0) } ?? .everything
        case "c": self = .customer(account: Identifier(value))
        default: self = .everything
        }
    }

    var payload: String {
        switch self {
        case .day(let date): "d\(date)"
        case .customer(let account): "c\(account?.text ?? "")"
        case .everything: "*"
        }
    }

    func hint(version: Int64) -> Hint? {
        switch self {
        case .day(let date): Hint(topic: Booking.slotsTopic.of(date), version: version)
        case .customer(let account):
            Hint(topic: Booking.bookingsTopic.name, subject: account?.text, version: version)
        case .everything: nil
        }
    }
}
