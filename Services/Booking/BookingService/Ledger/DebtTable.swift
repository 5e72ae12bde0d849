import Postgres
import Values

extension StatementRunner {
    var debts: DebtTable { DebtTable(session: self) }
}

/// The debts between customers and the park.
struct DebtTable: Sendable {
    let session: any StatementRunner

    /// Returns the debts between a customer and the park in a currency.
    func balances(of customer: Identifier, _ currency: CurrencyCode) async throws -> DebtBalances {
        let rows = try await session.query(Self.balances, ["customer_id": customer, "currency": currency])
        return try DebtBalances(rows.only)
    }

    /// Returns the columns of ``DebtBalances``.
    static func columns(customer: String, currency: String) -> String {
        [Debt.due, .credit].map { debt in
            """
            coalesce((SELECT a.balance FROM ledger_account a \
            WHERE a.customer_id = \(customer) AND a.kind = '\(debt.rawValue)' AND a.unit = \(currency)), 0) \
            AS \(debt.rawValue)
            """
        }.joined(separator: ", ")
    }

    private static let balances = PreparedStatement(
        "ledgerDebts", "SELECT \(columns(customer: ":customer_id", currency: ":currency"))")
}

extension DebtBalances {
    init(_ row: PostgresRow) throws(PostgresError) {
        self.init(due: try row.read("due"), credit: try row.read("credit"))
    }
}
