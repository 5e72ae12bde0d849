import BookingContract
import RPC
import Values

extension CustomerTransaction {
    var passAccounts: PassAccounts { PassAccounts(transaction: self) }
}

/// Moves sets between a customer's passes and the park.
struct PassAccounts: Sendable {
    let transaction: CustomerTransaction

    /// Reserves the sets of a booking on the passes that expire first.
    func reserve(for booking: BookingRow) async throws {
        let passes = try await transaction.passes.lock(of: transaction.customer.id)
        // A running set is paid for by a pass that is valid now.
        let time = max(booking.slots.start, transaction.now)
        guard let parts = PassPlan.parts(of: booking.slots.sets.value, for: time, from: passes) else {
            throw RPCError.notEnoughSets
        }
        let cause = LedgerCause(customer: transaction.customer.id, booking: booking.id)
        try await transaction.ledger.post(
            parts.map { part in
                Transfer(
                    kind: .held, from: .pass(part.account), to: .park(.used), amount: .sets(part.sets), cause: cause,
                    phase: .pending)
            })
    }

    /// Uses the sets reserved for a booking.
    func useReserved(_ cause: LedgerCause, of booking: Identifier) async throws {
        try await resolve(booking, .used, cause) { .post($0) }
    }

    /// Releases the sets reserved for a booking.
    func releaseReserved(_ cause: LedgerCause, of booking: Identifier) async throws {
        try await resolve(booking, .returned, cause) { .void($0) }
    }

    private func resolve(
        _ booking: Identifier, _ kind: LedgerKind, _ cause: LedgerCause, _ phase: (Identifier) -> Transfer.Phase
    ) async throws {
        let pending = try await transaction.passes.pending(for: booking)
        try await transaction.ledger.post(
            pending.map { pending in
                Transfer(
                    kind: kind, from: .pass(pending.sets.account), to: .park(.used), amount: .sets(pending.sets.sets),
                    cause: cause, phase: phase(pending.id))
            })
    }

    /// Charges sets for a decision to the passes valid at `time`.
    func charge(_ sets: Int, validAt time: Instant, _ cause: LedgerCause) async throws {
        let passes = try await transaction.passes.lock(of: cause.customer)
        guard let parts = PassPlan.parts(of: sets, for: time, from: passes) else { throw RPCError.notEnoughSets }
        try await transaction.ledger.post(
            parts.map { part in
                Transfer(
                    kind: .charged, from: .pass(part.account), to: .park(.charged), amount: .sets(part.sets),
                    cause: cause)
            })
    }

    /// Returns sets from an account of the park to their passes.
    func restore(_ parts: [PassSets], from account: ParkAccount, _ cause: LedgerCause) async throws {
        try await transaction.ledger.post(
            parts.map { part in
                Transfer(
                    kind: .restored, from: .park(account), to: .pass(part.account), amount: .sets(part.sets),
                    cause: cause)
            })
    }
}
