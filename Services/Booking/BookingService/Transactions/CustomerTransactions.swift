import Contract
import Crypto
import Postgres
import RPC
import ServiceRuntime
import Values
import Wire

extension BookingService {
    /// What a transaction needs that changes a customer's things: nobody else changes them meanwhile.
    struct Desk: Sendable {
        var transaction: BookingTransaction
        var park: Park
        var customer: CustomerRow
        var now: Instant
        var restrictions: Restrictions
        /// How many bookings have not begun.
        var comingBookings: Int
        /// The customer's hold, run out or not.
        var hold: HoldRow?
        /// What was answered before to a call with the same idempotency key.
        var kept: KeptAnswer?
        /// The first atom from the wished one on that somebody else has.
        var firstTaken: Int64?

        /// The customer's hold, if it has a part of a time.
        func hold(of ride: Ride) -> HoldRow? { hold.flatMap { $0.ride.overlaps(ride) ? $0 : nil } }
    }

    /// Runs `body` with the park's shared lock and the customer's own, in that order, and then the time.
    /// - Parameters:
    ///   - other: another customer whose lock is wanted as well.
    ///   - key: of the call, where it has one.
    ///   - wish: what is going to be booked, where that is known.
    ///   - language: what the customer's own call asked for; from now on it is the customer's.
    func atDesk<Value: Sendable>(
        _ customer: Identifier, and other: Identifier? = nil, _ key: AnswerKey? = nil, _ wish: Wish? = nil,
        in language: Language? = nil, until deadline: ContinuousClock.Instant?,
        _ body: @Sendable (Desk) async throws -> Value
    ) async throws -> Value {
        let value = try await atDesk(
            of: .customer(customer), and: other, key, wish, in: language, until: deadline, body)
        guard let value else { throw RPCError(.internal, cause: "no such customer") }
        return value
    }

    /// As the other form, for the customer that the caller is.
    ///
    /// Who is known is found with the lock itself; only about others `auth` is asked beforehand.
    func atOwnDesk<Value: Sendable>(
        _ caller: Caller, _ key: AnswerKey? = nil, _ wish: Wish? = nil,
        _ body: @Sendable (Desk) async throws -> Value
    ) async throws -> Value {
        let value: Value?? = try await atDesk(
            of: .account(caller.account), and: nil, key, wish, in: caller.namedLanguage, until: caller.deadline
        ) { desk in
            isBelieved(desk.customer) ? try await body(desk) : nil
        }
        if case .some(.some(let value)) = value { return value }
        return try await atDesk(
            customer(caller).id, key, wish, in: caller.namedLanguage, until: caller.deadline, body)
    }

    /// - Returns: `nil` if there is no such customer.
    private func atDesk<Value: Sendable>(
        of owner: DeskOwner, and other: Identifier?, _ key: AnswerKey?, _ wish: Wish?, in language: Language?,
        until deadline: ContinuousClock.Instant?, _ body: @Sendable (Desk) async throws -> Value
    ) async throws -> Value? {
        try await store.inTransaction(until: deadline) { transaction in
            guard let row = try await transaction.openDesk(of: owner, and: other, key, wish) else { return nil }
            let park = try await source.park(in: transaction, version: row.configurationVersion)
            var customer = row.customer
            if let language, language != customer.language {
                try await transaction.setLanguage(language, of: customer.id)
                customer.language = language
            }
            return try await body(
                Desk(
                    transaction: transaction, park: park, customer: customer, now: row.now,
                    restrictions: row.restrictions, comingBookings: row.comingBookings, hold: row.hold,
                    kept: row.kept, firstTaken: row.firstTaken))
        }
    }

    /// A new id at the time of a transaction.
    func makeID(_ desk: Desk) -> Identifier { makeID(desk.now) }

    // MARK: Once

    /// What was answered before to the same call; `nil` if it is new.
    /// - Throws: `idempotencyMismatch` if the key stood for something else.
    func repeated<M: Method>(_ call: KeyedCall<M>, _ kept: KeptAnswer?) throws -> M.Result? {
        guard let kept else { return nil }
        guard kept.fingerprint == call.fingerprint else { throw RPCError(.idempotencyMismatch) }
        metrics.bookings.count(.repeated)
        return try kept.answer.withUnsafeBytes { bytes in
            try JSONCoding.decode(M.Result.self, from: bytes, unknownMembers: .ignored)
        }
    }

    /// Runs `body` once for an idempotency key: who asks again with the same key and the same parameters gets the same answer.
    ///
    /// Called within the transaction of the effect, which holds the caller's lock: of two calls with one key, the second
    /// waits for the first and finds its answer.
    /// - Parameter kept: what the transaction found, after its locks.
    func once<M: Method>(
        _ call: KeyedCall<M>, _ kept: KeptAnswer?, _ transaction: BookingTransaction, now: Instant,
        _ body: () async throws -> M.Result
    ) async throws -> M.Result {
        if let result = try repeated(call, kept) { return result }
        let result = try await body()
        try await Self.uniquely { try await transaction.keepAnswer(call.key, call.answer(result), now: now) }
        return result
    }

    /// As the other form, for what happens to one customer.
    func once<M: Method>(
        _ call: KeyedCall<M>, at desk: Desk, _ body: () async throws -> M.Result
    ) async throws -> M.Result {
        try await once(call, desk.kept, desk.transaction, now: desk.now, body)
    }

    /// Runs what keeps an answer.
    static func uniquely<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError where error.constraint == "idempotency_key_pkey" {
            // Only for two customers at once can it have been used in between.
            throw RPCError(.idempotencyMismatch)
        }
    }
}

/// A call with an idempotency key: the key is the caller's own, and stands for one method with one content.
struct KeyedCall<M: Method>: Sendable {
    let key: AnswerKey
    let fingerprint: [UInt8]

    /// - Throws: `invalid-params` for a call without a key.
    init(_ method: M.Type, _ params: M.Params, _ caller: Caller) throws {
        guard let key = caller.idempotencyKey else {
            throw RPCError(.invalidParams, faults: [.init(pointer: "", detail: "needs an idempotency key")])
        }
        self.key = AnswerKey(account: caller.account, method: M.declaration.name, key: key)
        fingerprint = Array(SHA256.hash(data: try JSONCoding.encode(params)))
    }

    /// What is kept of an answer.
    func answer(_ result: M.Result) throws -> KeptAnswer {
        KeptAnswer(fingerprint: fingerprint, answer: try JSONCoding.encode(result))
    }
}
