import BookingContract
import Postgres
import Values

/// A payment with its customer, and the sets left on the pass that it bought.
struct PurchaseRow: Sendable {
    var payment: PaymentRow
    var customer: BoardCustomerRow
    /// Zero if the payment bought no pass.
    var left: Int
}

extension StatementRunner {
    /// Returns the purchases of all customers, with debts in a currency.
    func purchases(in currency: CurrencyCode) -> PurchaseTable { PurchaseTable(session: self, currency: currency) }
}

/// The payments as administrators see them.
struct PurchaseTable: Sendable {
    let session: any StatementRunner
    let currency: CurrencyCode

    /// Returns a page of the purchases, newest first; with `digits`, only those of phone numbers that end in them.
    func page(of digits: PhoneDigits?, _ page: PageRequest) async throws -> [PurchaseRow] {
        let values: NamedParameters = ["currency": currency, "digits": digits?.reversed]
        return try await session.query(
            digits == nil ? Self.all : Self.byPhone, page.descending + values
        ).map { row in
            PurchaseRow(payment: try PaymentRow(row), customer: try BoardCustomerRow(row), left: try row.read("left"))
        }
    }
}

extension PurchaseTable {
    private static func page(where condition: String) -> String {
        """
        SELECT m.*, coalesce(a.balance - a.pending, 0) AS left, \(BoardCustomerRow.columns)
        FROM (
            SELECT \(PaymentRow.columns) FROM payment
            WHERE (made_at, id) < (:after_time, :after_id::uuid) AND \(condition)
            ORDER BY made_at DESC, id DESC LIMIT :limit) m
        JOIN customer k ON k.id = m.customer_id
        LEFT JOIN pass p ON p.payment_id = m.id LEFT JOIN ledger_account a ON a.pass_id = p.id
        ORDER BY m.made_at DESC, m.id DESC
        """
    }
    private static let all = PreparedStatement("purchases", page(where: "true"))
    private static let byPhone = PreparedStatement(
        "purchasesByPhone",
        page(where: "customer_id IN (SELECT k.id FROM customer k WHERE \(BoardTable.ends(with: ":digits")))"))
}
