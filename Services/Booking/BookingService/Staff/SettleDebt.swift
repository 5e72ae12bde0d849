import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

/// What customers owe the park, and the park them, goes over the till.
extension BookingService {
    /// What a customer owes was paid at the park.
    func settle(_ params: Booking.Settle.Params, _ caller: Caller) async throws -> Booking.Customer {
        let call = try KeyedCall(Booking.Settle.self, params, caller)
        return try await atTill(call, params.customerId, params.amount, .settled, caller) { owed, cause, desk in
            guard owed.due >= params.amount.amount else { throw RPCError.notOwed }
            try await desk.transaction.move(
                params.amount, of: .due, isMore: false, .settled, kind: .settled, id: makeID(desk), cause,
                now: desk.now)
            try await desk.transaction.receive(
                params.amount, at: .till, kind: .paid, id: makeID(desk), cause, now: desk.now)
        }
    }

    /// What the park owes a customer was given back at the park.
    func payBack(_ params: Booking.PayBack.Params, _ caller: Caller) async throws -> Booking.Customer {
        let call = try KeyedCall(Booking.PayBack.self, params, caller)
        return try await atTill(call, params.customerId, params.amount, .paidBack, caller) { owed, cause, desk in
            guard owed.credit >= params.amount.amount else { throw RPCError.notOwed }
            try await desk.transaction.move(
                params.amount, of: .credit, isMore: false, .till, kind: .paidBack, id: makeID(desk), cause,
                now: desk.now)
        }
    }

    /// Runs `body` once with what is owed, writes down who did it, and shows the customer as the staff sees it.
    private func atTill<M: Method>(
        _ call: KeyedCall<M>, _ customer: Identifier, _ amount: Money, _ event: AuditEntry.Event, _ caller: Caller,
        _ body: @Sendable (Owed, LedgerCause, Desk) async throws -> Void
    ) async throws -> Booking.Customer where M.Result == Booking.Customer {
        guard amount.amount > 0 else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "/amount/amount", detail: "must be above zero")])
        }
        guard try await store.hasCustomer(customer, deadline: caller.deadline) else { throw RPCError(.notFound) }
        return try await atDesk(customer, call.key, until: caller.deadline) { desk in
            try await once(call, at: desk) {
                let owed = try await desk.transaction.owed(with: customer, amount.currency)
                try await body(owed, LedgerCause(customer: customer), desk)
                try await desk.transaction.audit(
                    AuditEntry(
                        event: event, actor: caller.account, customer: customer,
                        subject: "\(amount.amount) \(amount.currency.text)", traceID: caller.traceID),
                    now: desk.now)
                guard let row = try await desk.transaction.boardCustomer(customer, amount.currency) else {
                    throw RPCError(.notFound)
                }
                return row.view
            }
        }
    }

    /// What is still owed of a fee is let off; what was paid of it the park owes.
    /// - Returns: what the park owes for it; `nil` if nothing.
    func takeBack(_ fee: Money, _ cause: LedgerCause, at desk: Desk) async throws -> Money? {
        let due = try await desk.transaction.owed(with: cause.customer, fee.currency).due
        let letOff = Money(amount: min(due, fee.amount), currency: fee.currency)
        let credit = Money(amount: fee.amount - letOff.amount, currency: fee.currency)
        if letOff.amount > 0 {
            try await desk.transaction.move(
                letOff, of: .due, isMore: false, .fees, kind: .restored, id: makeID(desk), cause, now: desk.now)
        }
        guard credit.amount > 0 else { return nil }
        try await desk.transaction.move(
            credit, of: .credit, isMore: true, .sales, kind: .credit, id: makeID(desk), cause, now: desk.now)
        return credit
    }

    /// Moves what is owed between a caller without an account and the park to the customer of an account.
    func moveOwed(of caller: Identifier, to customer: Identifier, at desk: Desk) async throws {
        let currency = desk.park.currency
        let owed = try await desk.transaction.owed(with: caller, currency)
        let (there, here) = (LedgerCause(customer: caller), LedgerCause(customer: customer))
        if owed.due > 0 {
            let due = Money(amount: owed.due, currency: currency)
            try await desk.transaction.move(
                due, of: .due, isMore: false, .fees, kind: .restored, id: makeID(desk), there, now: desk.now)
            try await desk.transaction.move(
                due, of: .due, isMore: true, .fees, kind: .fee, id: makeID(desk), here, now: desk.now)
        }
        if owed.credit > 0 {
            let credit = Money(amount: owed.credit, currency: currency)
            for (cause, isMore) in [(there, false), (here, true)] {
                try await desk.transaction.move(
                    credit, of: .credit, isMore: isMore, .sales, kind: .credit, id: makeID(desk), cause, now: desk.now)
            }
        }
    }
}

extension RPCError {
    fileprivate static let notOwed = RPCError(.conflict, reason: "not-owed")
}
