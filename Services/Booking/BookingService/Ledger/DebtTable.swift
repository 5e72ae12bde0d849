import Postgres
import Values

extension BookingSession {
    var debts: DebtTable { DebtTable(session: self) }
}

/// The debts between customers and the park.
struct DebtTable: Sendable {
    let session: any BookingSession

    /// The debts between a customer and the park in a currency.
    func balances(of customer: Identifier, _ currency: CurrencyCode) async throws -> DebtBalances {
        try await session.query(Self.balances, ["customer_id": customer.text, "currency": currency.text]).only()
    }

    /// The columns of ``DebtBalances``.
    static func columns(customer: String, currency: String) -> String {
        [Debt.due, .credit].map { debt in
            """
            coalesce((SELECT a.balance FROM ledger_account a \
            WHERE a.customer_id = \(customer) AND a.kind = '\(debt.rawValue)' AND a.unit = \(currency)), 0)
            """
        }.joined(separator: ", ")
    }

    private static let balances = NamedStatement(
        "ledgerOwed", "SELECT \(columns(customer: "$customer_id", currency: "$currency"))")
}

extension DebtBalances: ColumnReadable {
    init(_ columns: inout ColumnReader) throws(PostgresError) {
        self.init(due: try columns.value(), credit: try columns.value())
    }
}
