import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// Whether what is known of a customer can be believed without asking again.
    func isBelieved(_ customer: CustomerRow) -> Bool {
        let lifetime =
            customer.phone == nil ? min(policy.phonelessLifetime, policy.peopleLifetime) : policy.peopleLifetime
        return customer.knownAt.milliseconds > now().milliseconds - lifetime.wholeMilliseconds
    }

    /// The customer of the account that calls; asks for name and phone number where they are not known or too old.
    func customer(_ caller: Caller) async throws -> CustomerRow {
        let known = try await store.customer(of: caller.account, deadline: caller.deadline)
        guard let person = try await news(of: caller, known) else {
            guard let known else { throw RPCError(.unauthenticated, cause: "the account is gone") }
            return known
        }
        return try await keep(person, of: known, caller.namedLanguage, first: caller.language, until: caller.deadline)
    }

    /// The customer of the account that looks, if there is one, or if somebody booked for its telephone; nobody becomes a
    /// customer by looking.
    func knownCustomer(_ caller: Caller) async throws -> CustomerRow? {
        let known = try await store.customer(of: caller.account, deadline: caller.deadline)
        guard let person = try await news(of: caller, known) else { return known }
        if known == nil {
            guard let phone = person.phone,
                try await store.callerWithBookings(phone, deadline: caller.deadline) != nil
            else { return nil }
        }
        return try await keep(person, of: known, nil, first: caller.language, until: caller.deadline)
    }

    /// Keeps what was told of somebody with an account.
    ///
    /// What was booked for the telephone alone becomes the account's: the customer of the telephone is taken over by an
    /// account that has none yet, and what it has is moved to the customer of an account that has one.
    /// - Parameters:
    ///   - known: the customer of the account.
    ///   - language: what the customer's own call named.
    ///   - first: the language of somebody of whom none is known.
    func keep(
        _ person: Person, of known: CustomerRow?, _ language: Language?, first: Language,
        until deadline: ContinuousClock.Instant
    ) async throws -> CustomerRow {
        // First, so that the next call tries again should it fail.
        if let known, let phone = person.phone,
            let caller = try await store.callerWithBookings(phone, deadline: deadline)
        {
            try await join(caller, to: known.id, by: person.account, until: deadline)
        }
        return try await store.inTransaction(until: deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.keepCustomer(
                id: makeID(now), person, language: language, first: first, now: now)
        }
    }

    /// Who the caller is now, if that is not known or known for too long; `nil` if what is known stays.
    private func news(of caller: Caller, _ known: CustomerRow?) async throws -> Person? {
        if let known, isBelieved(known) { return nil }
        do {
            return try await people.person(AccountName(caller.account), deadline: caller.deadline)
        } catch {
            // Who is known stays known while nobody can be asked.
            guard known != nil else { throw error }
            return nil
        }
    }

    /// Moves what a caller without an account has to the customer of an account: bookings with their cases, restrictions
    /// and what is owed.
    ///
    /// Holds, payments and passes only accounts have. Entries of the ledger are never changed: they stay where they were
    /// made, and the account sees them.
    private func join(
        _ caller: Identifier, to customer: Identifier, by account: Identifier, until deadline: ContinuousClock.Instant
    ) async throws {
        try await atDesk(customer, and: caller, until: deadline) { desk in
            // Of two at once the second finds nothing, or somebody who has an account by now.
            guard try await desk.transaction.moveBookings(of: caller, to: customer) else { return }
            try await moveOwed(of: caller, to: customer, at: desk)
            try await desk.transaction.joinEntries(of: caller, to: customer, now: desk.now)
            try await desk.transaction.audit(
                AuditEntry(event: .joined, actor: account, customer: customer, subject: caller.text), now: desk.now)
        }
    }
}
