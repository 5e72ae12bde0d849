public import Values

/// A reverse's stable identifier, such as big.
public struct ReverseID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "big"
    public static func fault(in text: String) -> ValueFault? {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 }
        return isPlain ? nil : .slug
    }
}

/// A pass product's stable identifier, such as ten-sets.
public struct ProductID: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "ten-sets"
    public static func fault(in text: String) -> ValueFault? { ReverseID.fault(in: text) }
}

/// Number of consecutive sets: 1 to 8.
public struct SetCount: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...8
    public static let exampleValue = 2
    public static let fieldName: UserText? = UserText("Number of sets", ru: "Количество сетов", be: "Колькасць сэтаў")
}

/// Number of days, including the first: 1 to 62.
public struct DayCount: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...62
    public static let exampleValue = 14
    public static let fieldName: UserText? = UserText("Number of days", ru: "Количество дней", be: "Колькасць дзён")
}

/// The number of days of the board: 1 to 7; 7 by default.
public struct BoardDayCount: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...7
    public static let exampleValue = 7
    public static let fieldName: UserText? = UserText("Number of days", ru: "Количество дней", be: "Колькасць дзён")
    /// The number of days when the caller names none.
    public static let standard = BoardDayCount(unchecked: 7)
}

/// An amount to pay in minor units, above zero: 1 to 1000000.
public struct PayableAmount: NumberValue {
    public let value: Int
    public init(unchecked value: Int) { self.value = value }
    public static let range = 1...1_000_000
    public static let exampleValue = 1_000
    public static let fieldName: UserText? = UserText("Amount", ru: "Сумма", be: "Сума")
}

/// The kind of reason why nothing can be booked on a day; more kinds may follow.
///
/// - `closing-day`: the park does not open on this day of the week.
/// - `closure`: the park's staff announced a closure.
/// - `past`: the last set of the day has started.
/// - `not-yet-open`: the day lies beyond `horizonDays`.
public struct ClosingReason: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 32
    public static let pattern: String? = "^[a-z0-9-]+$"
    public static let exampleText = "closure"
    public static func fault(in text: String) -> ValueFault? { ReverseID.fault(in: text) }

    public static let closingDay = ClosingReason(unchecked: "closing-day")
    public static let closure = ClosingReason(unchecked: "closure")
    public static let past = ClosingReason(unchecked: "past")
    public static let notYetOpen = ClosingReason(unchecked: "not-yet-open")
}

/// A note or a reason written by staff or an administrator.
public struct NoteText: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 500
    public static let exampleText = "Thunderstorm"
    public static let fieldName: UserText? = UserText("Note", ru: "Заметка", be: "Нататка")
    public static let controls = ControlCharacters.lineFeeds
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// A customer's name as shown on the board.
public struct CustomerName: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let maximumLength = 100
    public static let exampleText = "Ада"
    public static let fieldName: UserText? = UserText("Name", ru: "Имя", be: "Імя")
    public static func normalized(_ text: String) -> String { text.trimmed }
}

/// The last digits of a telephone number, to find a customer on the board.
public struct PhoneDigits: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 3
    public static let maximumLength = 15
    public static let pattern: String? = "^[0-9]+$"
    public static let exampleText = "4567"
    public static let fieldName: UserText? = UserText("Phone number", ru: "Номер телефона", be: "Нумар тэлефона")
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? nil : .digits
    }
}

/// The https URL to which the browser returns after payment.
public struct ReturnURL: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 9
    public static let maximumLength = 1_000
    public static let pattern: String? = "^https://[^/?#@]+([/?#][!-~]*)?$"
    public static let format: String? = "uri"
    public static let exampleText = "https://example.org/paid"
    public static func fault(in text: String) -> ValueFault? {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let authority = authority(of: text)
        // User information would make a page look like another's: https://vokol.by@example.org
        return text.hasPrefix("https://") && isPlain && !authority.isEmpty && !authority.contains("@")
            ? nil
            : .format(
                "https-url",
                UserText(
                    "must be an https address", ru: "нужен адрес, который начинается с https://",
                    be: "патрэбны адрас, які пачынаецца з https://"))
    }

    /// The host, with the port if the address names one, in lower case.
    public var host: String { Self.authority(of: text).lowercased() }

    private static func authority(of text: String) -> Substring {
        text.dropFirst("https://".count).prefix { !"/?#".contains($0) }
    }
}

/// The availability of a slot.
public enum SlotState: String, CaseIterable, Codable, Hashable, Sendable {
    /// The slot can be booked.
    case free
    /// A customer is confirming it.
    case held
    /// The slot is taken.
    case booked
    /// The park is closed at that time.
    case closed
    /// The slot has begun.
    case past
}

/// The means of payment for a booking.
public enum PaymentWay: String, CaseIterable, Codable, Hashable, Sendable {
    /// Sets of a pass.
    case pass
    /// Money, at the park.
    case onSite = "on-site"
}

/// The state of a booking.
public enum BookingState: String, CaseIterable, Codable, Hashable, Sendable {
    /// The booking is ahead or in progress.
    case booked
    /// The customer was checked in.
    case checkedIn = "checked-in"
    /// The customer did not come.
    case noShow = "no-show"
    /// The booking was cancelled, and its slots are free again.
    case cancelled
}

/// The party that cancelled a booking.
public enum CancelledBy: String, CaseIterable, Codable, Hashable, Sendable {
    case customer, staff
    /// A closure of the park.
    case park
}

/// The state of a booking's charge.
public enum ChargeState: String, CaseIterable, Codable, Hashable, Sendable {
    /// To be paid at the park.
    case due
    /// Sets of a pass are reserved.
    case held
    /// Paid with money or with sets.
    case charged
    /// The sets were returned to the pass.
    case returned
    /// Nothing is charged.
    case none
    /// An administrator has yet to decide.
    case undecided
}

/// A filter on a customer's bookings.
public enum HistoryFilter: String, CaseIterable, Codable, Hashable, Sendable {
    case upcoming, past, cancelled, all
}

/// The reason for a case.
public enum CaseKind: String, CaseIterable, Codable, Hashable, Sendable {
    case lateCancellation = "late-cancellation"
    case noShow = "no-show"
}

/// The state of a case.
public enum CaseState: String, CaseIterable, Codable, Hashable, Sendable {
    case open, decided, reversed
}

/// A sanction that an administrator can impose.
public enum SanctionKind: String, CaseIterable, Codable, Hashable, Sendable {
    case none, warning
    /// Takes the booking's sets from the pass.
    case chargeSets = "charge-sets"
    /// Charges money.
    case fee
    /// Restricts bookings to payment by pass, until a given time.
    case prepayOnly = "prepay-only"
    /// Blocks bookings until a given time.
    case suspension
}

/// The state of a payment.
public enum PaymentState: String, CaseIterable, Codable, Hashable, Sendable {
    /// The customer has not paid yet.
    case pending
    /// Paid and credited.
    case paid
    case failed, expired
    /// The pass is withdrawn, and the refund requested from the provider.
    case refunding
    /// The money has been returned.
    case refunded
}
