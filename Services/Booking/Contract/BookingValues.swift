public import Values

/// A reverse's stable identifier, such as big.
public struct ReverseID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "big"
    public static func fault(in text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 }
        return isPlain ? nil : "must hold lower-case letters, digits and hyphens only"
    }
}

/// A pass product's stable identifier, such as ten-sets.
public struct ProductID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "ten-sets"
    public static func fault(in text: String) -> String? { ReverseID.fault(in: text) }
}

/// Number of consecutive sets: 1 to 8.
public struct SetCount: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...8
    public static let exampleValue = 2
}

/// Number of days, including the first: 1 to 62.
public struct DayCount: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...62
    public static let exampleValue = 14
}

/// A note or a reason written by staff or an administrator.
public struct NoteText: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 500
    public static let exampleText = "Thunderstorm"
    public static let controls = ControlCharacters.lineFeeds
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A customer's name as shown on the board.
public struct CustomerName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Ада"
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The last digits of a telephone number, to find somebody on the board by.
public struct PhoneDigits: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 3
    public static let maximumLength = 15
    public static let pattern: String? = "^[0-9]+$"
    public static let exampleText = "4567"
    public static func fault(in text: String) -> String? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? nil : "must hold digits only"
    }
}

/// Where the browser goes after paying: an https address.
public struct ReturnURL: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 9
    public static let maximumLength = 1_000
    public static let exampleText = "https://example.org/paid"
    public static func fault(in text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return text.hasPrefix("https://") && isPlain ? nil : "must be an https address"
    }
}

/// Whether a slot can be had.
public enum SlotState: String, CaseIterable, Codable, Hashable, Sendable {
    case free
    /// Somebody is confirming it.
    case held
    case booked
    /// The park is closed then.
    case closed
    /// It has begun.
    case past
}

/// How a booking is paid.
public enum PaymentWay: String, CaseIterable, Codable, Hashable, Sendable {
    /// With sets of a pass.
    case pass
    /// With money, at the park.
    case onSite
}

/// What has become of a booking.
public enum BookingState: String, CaseIterable, Codable, Hashable, Sendable {
    case booked
    /// The customer came.
    case checkedIn
    /// The customer did not come.
    case noShow
    case cancelled
}

/// Who cancelled a booking.
public enum CancelledBy: String, CaseIterable, Codable, Hashable, Sendable {
    case customer, staff
    /// The park closed.
    case park
}

/// What a booking costs, and where that stands.
public enum ChargeState: String, CaseIterable, Codable, Hashable, Sendable {
    /// To be paid at the park.
    case due
    /// Sets of a pass are set aside for it.
    case held
    /// Paid with money or with sets.
    case charged
    /// The sets went back to the pass.
    case returned
    /// Nothing is asked for.
    case none
    /// An administrator decides.
    case undecided
}

/// Which bookings of a history are wanted.
public enum HistoryFilter: String, CaseIterable, Codable, Hashable, Sendable {
    case upcoming, past, cancelled, all
}

/// Why there is a case.
public enum CaseKind: String, CaseIterable, Codable, Hashable, Sendable {
    case lateCancellation, noShow
}

/// Where a case stands.
public enum CaseState: String, CaseIterable, Codable, Hashable, Sendable {
    case open, decided, reversed
}

/// What an administrator can decide.
public enum SanctionKind: String, CaseIterable, Codable, Hashable, Sendable {
    case none, warning
    /// Takes the booking's sets from the pass.
    case chargeSets
    /// Asks for money.
    case fee
    /// Bookings are paid by pass only, until a time.
    case prepayOnly
    /// No bookings until a time.
    case suspension
}

/// Where a payment stands.
public enum PaymentState: String, CaseIterable, Codable, Hashable, Sendable {
    /// The customer has not paid yet.
    case pending
    /// Paid, and what was bought is credited.
    case paid
    case failed, expired
    /// What was bought is taken back, and the provider asked to give the money back.
    case refunding
    /// The money is given back.
    case refunded
}
