import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.explain`: adds the customer's words to an open case.
struct ExplainCase: Sendable {
    let customers: Customers
    let cases: LockedCases

    func callAsFunction(_ params: Booking.Explain.Params, _ caller: BookingCaller) async throws -> Booking.Case {
        let owner = try await customers.ownerOfCases(caller)
        return try await cases.run(params.id, caller, ownedBy: owner) { locked in
            guard locked.row.state == .open else { throw RPCError(Booking.alreadyDecided) }
            let transaction = locked.transaction
            try await transaction.appeals.explain(params.text, of: params.id)
            try await transaction.audit(
                BookingAuditEntry(.explained, locked.booking, by: caller, subject: params.id.text))
            return try await locked.changed().view
        }
    }
}

/// Implements `booking.appeal`: appeals against a decision, once.
struct AppealDecision: Sendable {
    let customers: Customers
    let cases: LockedCases

    func callAsFunction(
        _ params: Booking.AppealDecision.Params, _ caller: BookingCaller
    ) async throws -> Booking.Case {
        let owner = try await customers.ownerOfCases(caller)
        return try await cases.run(params.id, caller, ownedBy: owner) { locked in
            let (row, transaction) = (locked.row, locked.transaction)
            if let appeal = row.appeal {
                guard appeal.text == params.text else { throw RPCError(Booking.alreadyAppealed) }
                return row.view
            }
            guard let end = row.appealEnd, transaction.now < end else { throw RPCError(Booking.noAppeal) }
            try await transaction.appeals.appeal(params.text, of: params.id)
            try await transaction.audit(
                BookingAuditEntry(.appealed, locked.booking, by: caller, subject: params.id.text))
            return try await locked.changed().view
        }
    }
}

/// Implements `booking.rejectAppeal`: the decision stays in force, and the customer is told why.
struct RejectAppeal: Sendable {
    let cases: LockedCases
    let notices: Notices

    func callAsFunction(_ params: Booking.RejectAppeal.Params, _ caller: BookingCaller) async throws -> Booking.Case {
        let rejected = try await cases.run(params.id, caller) { locked in
            let (row, transaction) = (locked.row, locked.transaction)
            if row.appeal?.state == .rejected { return row.view }
            guard row.appeal?.state == .open else { throw RPCError(Booking.notAppealed) }
            try await transaction.appeals.reject(params.id, because: params.reason, by: caller.account)
            try await notices.send(.appealRejected(params.reason), until: locked.noticeExpiry, in: transaction)
            try await transaction.audit(
                BookingAuditEntry(.appealRejected, locked.booking, by: caller, subject: params.id.text))
            return try await locked.changed().view
        }
        notices.wakeRelay()
        return rejected
    }
}

extension Customers {
    /// Returns the customer whose cases the caller may explain.
    fileprivate func ownerOfCases(_ caller: BookingCaller) async throws -> Identifier {
        guard let customer = try await existing(caller) else { throw RPCError(.notFound) }
        return customer.id
    }
}

extension LockedCase {
    /// Returns the case as this transaction changed it.
    fileprivate func changed() async throws -> CaseRow {
        guard let row = try await transaction.cases.get(row.id) else { throw RPCError(.notFound) }
        return row
    }
}
