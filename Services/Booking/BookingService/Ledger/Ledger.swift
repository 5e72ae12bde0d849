import BookingContract
import Postgres
import Values

extension CustomerTransaction {
    var ledger: Ledger { Ledger(transaction: self) }
}

/// The double-entry ledger.
///
/// A transfer moves an amount from one account to another and never changes. A pending transfer reserves the amount
/// until another one posts or voids it, once. Customers' accounts carry a balance, which cannot fall below the reserved
/// part. The park's accounts carry none, since every transfer would have to lock their rows.
struct Ledger: Sendable {
    let transaction: CustomerTransaction

    /// Records transfers, and applies them to the balances.
    func post(_ transfers: [Transfer]) async throws {
        var parkAccounts: [ParkAccountKey: Int64] = [:]
        for transfer in transfers {
            let debit = try await number(of: transfer.from, transfer, &parkAccounts)
            let credit = try await number(of: transfer.to, transfer, &parkAccounts)
            try await insert(transfer, from: debit, to: credit)
            try await apply(transfer, from: debit, to: credit)
        }
    }

    func post(_ transfer: Transfer) async throws { try await post([transfer]) }

    private func insert(_ transfer: Transfer, from debit: Int64, to credit: Int64) async throws {
        let (phase, resolved): (String, Identifier?) =
            switch transfer.phase {
            case .posted: ("posted", nil)
            case .pending: ("pending", nil)
            case .post(let id): ("post", id)
            case .void(let id): ("void", id)
            }
        try await transaction.query(
            Self.insert,
            transfer.cause.values + [
                "id": transaction.newID(), "phase": phase, "kind": transfer.kind, "debit": debit, "credit": credit,
                "unit": transfer.amount.unit, "amount": transfer.amount.number, "resolves": resolved,
                "now": transaction.now,
            ])
    }

    private func apply(_ transfer: Transfer, from debit: Int64, to credit: Int64) async throws {
        func change(_ statement: PreparedStatement, _ account: Int64, by amount: Int) async throws {
            try await transaction.query(statement, ["id": account, "amount": amount])
        }
        let amount = transfer.amount.number
        switch transfer.phase {
        case .posted:
            if transfer.from.isOfCustomer { try await change(Self.addBalance, debit, by: -amount) }
            if transfer.to.isOfCustomer { try await change(Self.addBalance, credit, by: amount) }
        case .pending: try await change(Self.reserve, debit, by: amount)
        case .post: try await change(Self.postReserved, debit, by: amount)
        case .void: try await change(Self.voidReserved, debit, by: amount)
        }
    }

    // MARK: Accounts

    private struct ParkAccountKey: Hashable {
        var account: ParkAccount
        var unit: String
    }

    /// Returns an account's number; creates the account on first use.
    private func number(
        of account: LedgerAccount, _ transfer: Transfer, _ parkAccounts: inout [ParkAccountKey: Int64]
    ) async throws -> Int64 {
        let unit = transfer.amount.unit
        switch account {
        case .pass(let number): return number
        case .debt(let debt): return try await number(of: debt, transfer.cause.customer, unit)
        case .park(let account):
            let key = ParkAccountKey(account: account, unit: unit)
            if let number = parkAccounts[key] { return number }
            let number = try await self.number(of: account, unit)
            parkAccounts[key] = number
            return number
        }
    }

    private func number(of account: ParkAccount, _ unit: String) async throws -> Int64 {
        let key: NamedParameters = ["kind": account, "unit": unit]
        func find() async throws -> PostgresRows { try await transaction.query(Self.parkAccount, key) }
        if let row = try await find().first { return try row.read("id") }
        try await transaction.query(Self.insertParkAccount, key)
        return try await find().only.read("id")
    }

    private func number(of debt: Debt, _ customer: Identifier, _ unit: String) async throws -> Int64 {
        let statement =
            switch debt {
            case .due: Self.dueAccount
            case .credit: Self.creditAccount
            }
        return try await transaction.query(statement, ["customer_id": customer, "unit": unit]).only.read("id")
    }
}

extension LedgerAccount {
    fileprivate var isOfCustomer: Bool {
        switch self {
        case .pass, .debt: true
        case .park: false
        }
    }
}

extension LedgerCause {
    fileprivate var values: NamedParameters {
        [
            "customer_id": customer, "booking_id": booking, "payment_id": payment, "case_id": caseID,
        ]
    }
}

extension Ledger {
    private static let insert = PreparedStatement(
        "ledgerInsert",
        """
        INSERT INTO ledger_transfer (
            id, phase, kind, debit, credit, unit, amount, resolves, customer_id, booking_id, payment_id, case_id,
            made_at)
        VALUES (
            :id, :phase, :kind, :debit, :credit, :unit, :amount, :resolves, :customer_id, :booking_id, :payment_id,
            :case_id, :now)
        """)
    private static let reserve = PreparedStatement(
        "ledgerAddPending", "UPDATE ledger_account SET pending = pending + :amount WHERE id = :id")
    private static let postReserved = PreparedStatement(
        "ledgerPost",
        "UPDATE ledger_account SET pending = pending - :amount, balance = balance - :amount WHERE id = :id")
    private static let voidReserved = PreparedStatement(
        "ledgerVoid", "UPDATE ledger_account SET pending = pending - :amount WHERE id = :id")
    private static let addBalance = PreparedStatement(
        "ledgerAddBalance", "UPDATE ledger_account SET balance = balance + :amount WHERE id = :id")
    private static func debtAccount(_ debt: Debt) -> String {
        """
        INSERT INTO ledger_account (kind, unit, customer_id) VALUES ('\(debt.rawValue)', :unit, :customer_id)
        ON CONFLICT (customer_id, unit) WHERE kind = '\(debt.rawValue)' DO UPDATE SET unit = excluded.unit
        RETURNING id
        """
    }
    private static let dueAccount = PreparedStatement("ledgerDueAccount", debtAccount(.due))
    private static let creditAccount = PreparedStatement("ledgerCreditAccount", debtAccount(.credit))
    private static let parkAccount = PreparedStatement(
        "ledgerParkAccount",
        "SELECT id FROM ledger_account WHERE kind = :kind AND unit = :unit AND customer_id IS NULL")
    private static let insertParkAccount = PreparedStatement(
        "ledgerMakeParkAccount",
        """
        INSERT INTO ledger_account (kind, unit) VALUES (:kind, :unit)
        ON CONFLICT (kind, unit) WHERE customer_id IS NULL DO NOTHING
        """)
}
