import BookingContract
import Values

/// A movement between two accounts of the ledger.
struct Transfer: Sendable {
    enum Phase: Sendable {
        /// Moves the amount at once.
        case posted
        /// Reserves the amount until a transfer posts or voids it.
        case pending
        /// Posts a pending transfer.
        case post(Identifier)
        /// Voids a pending transfer.
        case void(Identifier)
    }

    var kind: LedgerKind
    var from: LedgerAccount
    var to: LedgerAccount
    var amount: LedgerAmount
    var cause: LedgerCause
    var phase = Phase.posted
}

/// One side of a transfer.
enum LedgerAccount: Sendable, Equatable {
    /// The account of a pass, by its number.
    case pass(Int64)
    /// The debt between the park and the customer of the transfer's cause.
    case debt(Debt)
    case park(ParkAccount)
}

/// The park's own accounts: the other side of the customers' transfers.
enum ParkAccount: String, Sendable, CaseIterable {
    /// The source of sets sold, and the destinations of sets used, expired and charged.
    case issued, used, expired, charged
    /// The source of fees, and the destination of fees paid.
    case fees, settled
    /// Money from the payment provider and from the till, and the sales it was for.
    case provider, till, sales
}

/// The direction of a debt between a customer and the park.
enum Debt: String, Sendable {
    /// The customer owes the park.
    case due
    /// The park owes the customer: paid fees of reversed decisions.
    case credit
}

/// An amount of sets or of money.
enum LedgerAmount: Sendable, Equatable {
    case sets(Int)
    case money(Money)

    /// The unit of sets; the unit of money is its currency.
    static let setsUnit = "sets"

    var unit: String {
        switch self {
        case .sets: Self.setsUnit
        case .money(let money): money.currency.text
        }
    }

    var number: Int {
        switch self {
        case .sets(let sets): sets
        case .money(let money): money.amount
        }
    }
}

/// The reason for a transfer.
struct LedgerCause: Sendable {
    var customer: Identifier
    var booking: Identifier?
    var payment: Identifier?
    var caseID: Identifier?

    init(customer: Identifier, booking: Identifier? = nil, payment: Identifier? = nil, caseID: Identifier? = nil) {
        self.customer = customer
        self.booking = booking
        self.payment = payment
        self.caseID = caseID
    }

    init(_ booking: BookingRow, caseID: Identifier? = nil) {
        self.init(customer: booking.customer, booking: booking.id, caseID: caseID)
    }
}

/// The debts between a customer and the park, in minor units.
struct DebtBalances: Sendable, Equatable {
    var due: Int
    var credit: Int

    /// Returns the park's debt, or `nil` if there is none.
    func credit(in currency: CurrencyCode) -> Money? {
        credit > 0 ? Money(amount: credit, currency: currency) : nil
    }
}
