import AuthAccounts
import AuthContract
import BookingContract
import Contract
import RPC
import Values

/// Finds the customers behind calls, and keeps them up to date with `auth`.
struct Customers: Sendable {
    let store: BookingStore
    let transactions: CustomerTransactions
    /// Tells about days whose versions changed.
    let daysChanged: @Sendable ([LocalDate: Int64]) -> Void
    let people: any AccountDirectory
    let policy: BookingPolicy
    let now: @Sendable () -> Instant

    /// Runs `body` with the calling customer locked.
    ///
    /// A customer who is up to date is found by the locking query itself; any other is updated from `auth` first.
    func run<Value: Sendable>(
        as caller: BookingCaller, key: AnswerKey? = nil, request: SlotRequest? = nil,
        _ body: @Sendable (CustomerTransaction) async throws -> Value
    ) async throws -> Value {
        var lock = CustomerLock(
            owner: .account(caller.account), key: key, request: request, language: caller.namedLanguage)
        let value: Value?? = try await transactions.runIfExists(lock, until: caller.deadline) { transaction in
            isUpToDate(transaction.customer) ? try await body(transaction) : nil
        }
        if case .some(.some(let value)) = value { return value }
        lock.owner = .customer(try await current(caller).id)
        return try await transactions.run(lock, until: caller.deadline, body)
    }

    /// Returns the stored customer of the calling account.
    func stored(_ caller: BookingCaller) async throws -> CustomerRow? {
        try await stored(caller.account, until: caller.deadline)
    }

    /// Returns the stored customer of an account.
    func stored(_ account: Identifier, until deadline: ContinuousClock.Instant) async throws -> CustomerRow? {
        try await store.session(until: deadline).customers.find(account: account)
    }

    /// Returns the calling customer, created or updated from `auth` if necessary.
    func current(_ caller: BookingCaller) async throws -> CustomerRow {
        let known = try await stored(caller)
        guard let person = try await update(of: caller, known) else {
            guard let known else { throw RPCError(.unauthenticated, cause: "the account no longer exists") }
            return known
        }
        let languages = CustomerLanguages(named: caller.namedLanguage, first: caller.language)
        return try await save(person, known, languages, until: caller.deadline)
    }

    /// Returns the calling customer, if the account has one or its phone number has bookings.
    ///
    /// Reading alone creates no customer.
    func existing(_ caller: BookingCaller) async throws -> CustomerRow? {
        let known = try await stored(caller)
        guard let person = try await update(of: caller, known) else { return known }
        if known == nil {
            guard let phone = person.phone,
                try await store.session(until: caller.deadline).customers.phoneCustomerWithBookings(phone) != nil
            else { return nil }
        }
        return try await save(person, known, CustomerLanguages(first: caller.language), until: caller.deadline)
    }

    /// Stores a person with an account.
    ///
    /// Bookings made for the phone number alone become the account's: a new account adopts the number's customer, and
    /// the customer of an existing one receives the bookings.
    ///
    /// - Parameter known: the customer of the account, if any.
    func save(
        _ person: Person, _ known: CustomerRow?, _ languages: CustomerLanguages,
        until deadline: ContinuousClock.Instant
    ) async throws -> CustomerRow {
        // Before the update, so that the next call retries it if it fails.
        if let known, let phone = person.phone,
            let phoneCustomer = try await store.session(until: deadline).customers.phoneCustomerWithBookings(phone)
        {
            try await join(phoneCustomer, to: known.id, by: person.account, until: deadline)
        }
        let (customer, versions): (CustomerRow, [LocalDate: Int64]) = try await store.inTransaction(until: deadline) {
            transaction in
            let now = try await transaction.now()
            var hasAdopted = false
            if let phone = person.phone {
                hasAdopted = try await transaction.customers.adopt(phone, by: person.account)
            }
            let customer = try await transaction.customers.save(
                person, newID: transactions.makeID(now), languages, now: now)
            guard hasAdopted else { return (customer, [:]) }
            let park = try await transactions.source.park()
            return (customer, try await touchDays(of: customer.id, at: now, of: park, in: transaction))
        }
        daysChanged(versions)
        return customer
    }

    /// Stores a customer known by the phone number alone.
    func savePhoneCustomer(
        _ name: CustomerName, _ phone: PhoneNumber, language: Language, until deadline: ContinuousClock.Instant
    ) async throws -> CustomerRow {
        try await store.inTransaction(until: deadline) { transaction in
            let now = try await transaction.now()
            return try await transaction.customers.savePhoneCustomer(
                name, phone, newID: transactions.makeID(now), language: language, now: now)
        }
    }

    private func isUpToDate(_ customer: CustomerRow) -> Bool {
        let lifetime =
            customer.phone == nil ? min(policy.phonelessLifetime, policy.peopleLifetime) : policy.peopleLifetime
        return customer.knownAt.milliseconds > now().milliseconds - lifetime.wholeMilliseconds
    }

    /// Fetches the calling person from `auth`; returns `nil` if the stored customer remains valid.
    private func update(of caller: BookingCaller, _ known: CustomerRow?) async throws -> Person? {
        if let known, isUpToDate(known) { return nil }
        do {
            return try await people.person(AccountName(caller.account), deadline: caller.deadline)
        } catch {
            // A stored customer remains valid while `auth` is unreachable.
            guard known != nil else { throw error }
            return nil
        }
    }

    /// Moves the bookings, passes, cases, restrictions and debts of a customer without an account to the customer of an
    /// account.
    ///
    /// Only accounts have holds and payments. Ledger entries never change: they stay with the old customer, and
    /// become visible to the account.
    private func join(
        _ phoneCustomer: Identifier, to customer: Identifier, by account: Identifier,
        until deadline: ContinuousClock.Instant
    ) async throws {
        let lock = CustomerLock(owner: .customer(customer), other: phoneCustomer)
        let versions: [LocalDate: Int64] = try await transactions.run(lock, until: deadline) { transaction in
            // The second of two concurrent calls finds nothing to move, or a customer who has an account by now.
            guard try await transaction.customers.moveBookings(from: phoneCustomer, to: customer) else { return [:] }
            try await transaction.debtAccounts.move(from: phoneCustomer, to: customer)
            try await transaction.customers.joinEntries(of: phoneCustomer, to: customer, now: transaction.now)
            try await transaction.audit(
                BookingAuditEntry(event: .joined, actor: account, customer: customer, subject: phoneCustomer.text))
            return try await touchDays(of: customer, at: transaction.now, of: transaction.park, in: transaction)
        }
        daysChanged(versions)
    }

    /// Marks the days of a customer's coming bookings as changed, because their slots are an account's own now.
    private func touchDays(
        of customer: Identifier, at now: Instant, of park: Park, in transaction: some TransactionSession
    ) async throws -> [LocalDate: Int64] {
        let times = try await transaction.customers.comingTimes(of: customer, at: now)
        return try await transaction.touch(Set(times.flatMap { park.dates(of: $0).days }))
    }
}
